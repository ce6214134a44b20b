import { Link, useNavigate } from 'react-router-dom';
import { call } from '#api/request.ts';
import { login } from '#contract/login.ts';
import { useSessionActions } from '#session/use-session.ts';
import { defaultPath, paths } from '#shell/paths.ts';
import { useNavigationState } from '#shell/navigation-state.ts';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { AuthCard } from './auth-card.tsx';
import { CarriedAnswers } from './carried-answers.tsx';
import { ResendButton } from './resend-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { UsernameField } from './username-field.tsx';

export function Component() {
  const navigate = useNavigate();
  const carried = useNavigationState();
  const session = useSessionActions();
  const form = useAuthForm({
    cardName: 'Login Card',
    schema: login.body,
    initial: { username: carried.username ?? '', password: '' },
    live: [],
    send: async (body) => {
      await call(login, { body });
      await session.loggedIn(body.username);
      // Back leads to what was before the card, not to a card that asks for what has been done.
      await navigate(defaultPath, { replace: true });
    },
  });
  return (
    <AuthCard
      header="Log In"
      intro={
        <>
          {carried.error !== undefined && form.failure === '' && (
            <Notice tone="error">{carried.error}</Notice>
          )}
          <CarriedAnswers />
        </>
      }
      form={form}
      helpers={
        <>
          <Link to={paths.forgot} state={{ username: form.values.username }}>
            Forgot password?
          </Link>
          <ResendButton username={form.values.username} />
        </>
      }
      footer={{ question: 'No account yet?', link: 'Sign Up', to: paths.signup }}
    >
      <UsernameField form={form} />
      <PasswordField
        id="password"
        name="password"
        label="Password"
        autoComplete="current-password"
        isRequired
        value={form.values.password}
        messages={form.messagesOf('password')}
        onChange={(value) => form.set('password', value)}
      />
    </AuthCard>
  );
}
