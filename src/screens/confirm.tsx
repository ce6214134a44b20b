import { useEffect } from 'react';
import { call } from '#api/request.ts';
import { useApplication } from '#application/hooks.ts';
import { confirm, CONFIRMED } from '#contract/confirm.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { CODE_TTL_MINUTES, CONFIRMATION_CODE_DIGITS } from '#limits.ts';
import { paths } from '#shell/paths.ts';
import { useNavigationState } from '#shell/navigation-state.ts';
import { TextField } from '#ui/text-field.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { AuthCard } from './auth-card.tsx';
import { ResendButton } from './resend-button.tsx';
import { UNCONFIRMED_TOAST, useAuthForm } from './use-auth-form.ts';
import { UsernameField } from './username-field.tsx';
import { useNavigateFromHere } from './use-navigate-from-here.ts';

const SENT = `e-mailed you a ${CONFIRMATION_CODE_DIGITS}-digit code. It expires in ${CODE_TTL_MINUTES} minutes.`;

export function Component() {
  const navigate = useNavigateFromHere();
  const carried = useNavigationState();
  useEffect(() => () => toasts.close(UNCONFIRMED_TOAST), []);
  const application = useApplication();
  const form = useAuthForm({
    cardName: 'Confirm Card',
    schema: confirm.body,
    initial: { username: '', code: '' },
    live: ['code'],
    send: async (body) => {
      const { message } = await call(confirm, { body });
      application.dispatch({ type: 'confirmed' });
      await navigate(paths.login, {
        state: { username: body.username, success: sentenceIn(message, CONFIRMED) },
      });
    },
  });
  return (
    <AuthCard
      header="Confirm Your Account"
      intro={
        <p>
          {carried.username === undefined ? 'If you just signed up, we' : 'We'} {SENT} It can take a minute to
          arrive. Check your spam folder, too.
        </p>
      }
      form={form}
      helpers={<ResendButton username={form.values.username} />}
      footer={{ question: 'Already confirmed?', link: 'Log In', to: paths.login }}
    >
      <UsernameField form={form} />
      <TextField
        id="code"
        name="code"
        label="Confirmation Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        value={form.values.code}
        messages={form.messagesOf('code')}
        onChange={(value) => form.set('code', value)}
      />
    </AuthCard>
  );
}
