import { claimFor } from '#application/claim.ts';
import { call } from '#api/request.ts';
import { useApplication } from '#application/hooks.ts';
import { SIGNED_UP, signup } from '#contract/signup.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { paths } from '#shell/paths.ts';
import { AuthCard } from './auth-card.tsx';
import { CarriedAnswers } from './carried-answers.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { useIsOnline } from './use-is-online.ts';
import { useAuthForm } from './use-auth-form.ts';
import { UsernameField } from './username-field.tsx';
import { useNavigateFromHere } from './use-navigate-from-here.ts';

export function Component() {
  const navigate = useNavigateFromHere();
  const application = useApplication();
  const isOnline = useIsOnline();
  const form = useAuthForm({
    cardName: 'Sign Up Card',
    schema: signup.body,
    initial: { username: '', password: '' },
    live: ['username', 'password'],
    send: async (body) => {
      const { message } = await call(signup, { body });
      await claimFor(application, body.username);
      await navigate(paths.confirm, {
        state: { username: body.username, success: sentenceIn(message, SIGNED_UP) },
      });
    },
  });
  return (
    <AuthCard
      header="Sign Up"
      intro={isOnline ? <CarriedAnswers /> : <OfflineNotice />}
      form={form}
      footer={{ question: 'Already have an account?', link: 'Log In', to: paths.login }}
    >
      <UsernameField form={form} />
      <NewPasswordField name="password" label="Password" form={form} />
      <PasswordChecklist password={form.values.password} />
    </AuthCard>
  );
}
