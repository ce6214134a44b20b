import { useState } from 'react';
import { call } from '#api/request.ts';
import { forgotPassword, RESET_LINK_SENT } from '#contract/forgot-password.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { paths } from '#shell/paths.ts';
import { Notice } from '#ui/notice.tsx';
import { AuthCard } from './auth-card.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { UsernameField } from './username-field.tsx';

export function Component() {
  const [success, setSuccess] = useState<string>();
  const form = useAuthForm({
    cardName: 'Forgot Password Card',
    schema: forgotPassword.body,
    initial: { username: '' },
    live: ['username'],
    send: async (body) => {
      setSuccess(undefined);
      const { message } = await call(forgotPassword, { body });
      setSuccess(sentenceIn(message, RESET_LINK_SENT));
    },
  });
  return (
    <AuthCard
      header="Forgot Password"
      intro={
        success !== undefined && (
          <Notice tone="success" onClose={() => setSuccess(undefined)}>
            {success}
          </Notice>
        )
      }
      form={form}
      footer={{ question: 'Remembered it?', link: 'Log In', to: paths.login }}
    >
      <UsernameField form={form} />
    </AuthCard>
  );
}
