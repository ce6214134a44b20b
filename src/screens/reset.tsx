import { useNavigate, useSearchParams } from 'react-router-dom';
import { call } from '#api/request.ts';
import { resetPassword } from '#contract/reset-password.ts';
import { paths } from '#shell/paths.ts';
import { Notice } from '#ui/notice.tsx';
import { AuthCard } from './auth-card.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function Component() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const form = useAuthForm({
    cardName: 'Reset Password Card',
    schema: resetPassword.body,
    initial: {
      username: query.get('username') ?? '',
      id: query.get('id') ?? '',
      password: '',
      confirm_password: '',
    },
    live: ['password', 'confirm_password', 'id'],
    send: async (body) => {
      const { message } = await call(resetPassword, { body });
      await navigate(paths.login, { replace: true, state: { username: body.username, success: message } });
    },
  });
  const isLinkWhole = form.values.id !== '' && form.values.username !== '';
  const linkMessages = [...form.messagesOf('id'), ...form.messagesOf('username')];
  return (
    <AuthCard
      header="Reset Password"
      intro={
        (!isLinkWhole || linkMessages.length > 0) && (
          <Notice tone="error">
            This link is not complete or no longer good. Please ask for a new one under Forgot Password.
          </Notice>
        )
      }
      form={form}
      footer={{ question: 'Need a new link?', link: 'Forgot Password', to: paths.forgot }}
    >
      <input type="hidden" name="username" autoComplete="username" value={form.values.username} readOnly />
      <NewPasswordField name="password" label="New Password" form={form} />
      <NewPasswordField name="confirm_password" label="Confirm Password" form={form} />
      <PasswordChecklist password={form.values.password} confirmation={form.values.confirm_password} />
    </AuthCard>
  );
}
