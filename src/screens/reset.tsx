import { useRef, type FormEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '#api/request.ts';
import { PASSWORD_CHANGED, resetLink, resetPassword } from '#contract/reset-password.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { paths } from '#shell/paths.ts';
import { RouteLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { AuthCard } from './auth-card.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useNavigateFromHere } from './use-navigate-from-here.ts';

export function Component() {
  const navigate = useNavigateFromHere();
  const link = resetLink(useLocation().search);
  const form = useAuthForm({
    cardName: 'Reset Password Card',
    schema: resetPassword.body,
    initial: {
      username: link.username,
      id: link.id,
      password: '',
      confirm_password: '',
    },
    live: ['password', 'confirm_password', 'id'],
    send: async (body) => {
      const { message } = await call(resetPassword, { body });
      await navigate(paths.login, {
        replace: true,
        state: { username: body.username, success: sentenceIn(message, PASSWORD_CHANGED) },
      });
    },
  });
  const isLinkWhole = form.values.id !== '' && form.values.username !== '';
  const linkMessages = [...form.messagesOf('id'), ...form.messagesOf('username')];
  // Messages about the link are shown on the card.
  const isLinkFaulty = form.failure === '' && (!isLinkWhole || linkMessages.length > 0);
  const notice = useRef<HTMLDivElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    await form.submit(event);
    // With a faulty link no password works. If the server has refused it, the card already says so.
    if (form.failure === '') notice.current?.focus();
  }

  return (
    <AuthCard
      header="Reset Password"
      intro={
        isLinkFaulty ? (
          <Notice tone="error" isFocusable noticeRef={notice}>
            {form.messagesOf('username').map((message) => `${message} `)}
            This link is not complete or no longer works. Please ask for a new one under{' '}
            <RouteLink to={paths.forgot} state={{ username: form.values.username }}>
              Forgot Password
            </RouteLink>
            .
          </Notice>
        ) : (
          <p className="auth-card-username">
            For <strong>{form.values.username}</strong>
          </p>
        )
      }
      form={{ ...form, submit }}
      footer={{ question: 'Need a new link?', link: 'Forgot Password', to: paths.forgot }}
    >
      {/* For password managers, which ignore type="hidden". */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={form.values.username}
        readOnly
        hidden
      />
      <NewPasswordField name="password" label="New Password" calledName="new password" form={form} />
      <NewPasswordField
        name="confirm_password"
        label="Confirm Password"
        calledName="confirmed password"
        form={form}
      />
      <PasswordChecklist password={form.values.password} confirmation={form.values.confirm_password} />
    </AuthCard>
  );
}
