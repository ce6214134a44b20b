import { useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { sentenceFor } from '#api/errors.ts';
import { isForbidden, UnconfirmedError } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import { login } from '#contract/login.ts';
import { useActs, useApplication } from '#application/hooks.ts';
import { defaultPath, paths } from '#shell/paths.ts';
import { useNavigationState } from '#shell/navigation-state.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { RouteLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { AuthCard } from './auth-card.tsx';
import { CarriedAnswers } from './carried-answers.tsx';
import { ResendButton } from './resend-button.tsx';
import { UNCONFIRMED_TOAST, useAuthForm } from './use-auth-form.ts';
import { UsernameField } from './username-field.tsx';
import { useNavigateFromHere } from './use-navigate-from-here.ts';
import { WaitingSignup } from './waiting-signup.tsx';

const COOKIES_BLOCKED = 'Your browser blocks cookies for this site. Please allow them, and log in again.';

export function Component() {
  const navigate = useNavigate();
  const navigateFromHere = useNavigateFromHere();
  const carried = useNavigationState();
  const { loggedIn } = useActs();
  const application = useApplication();
  const { device } = application;
  const wasShared = useSyncExternalStore(
    device.subscribe,
    () => device.isShared,
    () => false,
  );
  const [chosen, choose] = useState<boolean>();
  const isShared = chosen ?? wasShared;
  const [isPerhapsUnconfirmed, setIsPerhapsUnconfirmed] = useState(false);
  const form = useAuthForm({
    cardName: 'Login Card',
    schema: login.body,
    initial: { username: '', password: '' },
    live: [],
    send: async (body) => {
      // First, so that nothing of the account is ever stored here.
      if (isShared !== device.isShared) await application.setShared(isShared);
      const headers = isShared ? { 'shared-computer': 'true' } : {};
      try {
        await call(login, { body, headers });
      } catch (error) {
        setIsPerhapsUnconfirmed(isForbidden(error));
        if (!(error instanceof UnconfirmedError)) throw error;
        await navigateFromHere(paths.confirm, { state: { username: body.username } });
        toasts.addError('Login Card Error', sentenceFor(error), UNCONFIRMED_TOAST);
        return undefined;
      }
      // The session is in a cookie. If the browser blocks it, the form would open as if nobody had logged in.
      if (!(await loggedIn(body.username))) return COOKIES_BLOCKED;
      // Back skips the card, which has nothing left to ask.
      await navigate(defaultPath, { replace: true });
      return undefined;
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
          <WaitingSignup />
          <CarriedAnswers />
        </>
      }
      form={form}
      helpers={
        <>
          {isPerhapsUnconfirmed && (
            <RouteLink to={paths.confirm} state={{ username: form.values.username }}>
              Enter the confirmation code
            </RouteLink>
          )}
          <RouteLink to={paths.forgot} state={{ username: form.values.username }}>
            Forgot password?
          </RouteLink>
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
      <Checkbox
        id="shared-computer"
        name="shared-computer"
        label="This is a shared computer"
        hint="Nothing you enter is kept on it, and your session ends when you close the browser."
        value={isShared ? 'true' : ''}
        onChange={(value) => choose(value === 'true')}
      />
    </AuthCard>
  );
}
