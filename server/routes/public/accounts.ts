import { confirm } from '#contract/confirm.ts';
import { forgotPassword } from '#contract/forgot-password.ts';
import { login } from '#contract/login.ts';
import { resendConfirm } from '#contract/resend-confirm.ts';
import { resetPassword } from '#contract/reset-password.ts';
import { signup } from '#contract/signup.ts';
import type { App } from '#server/http/calls.ts';

export function accountRoutes(app: App): void {
  const { accounts } = app.context;

  app.answer(signup, async ({ body, network, session }) => {
    const { message, browser } = await accounts.signup({ ...body, network, browser: session.signup.value });
    session.signup.keep(browser);
    return { message };
  });

  app.answer(confirm, async ({ body, network, session }) => {
    const answer = await accounts.confirm({ ...body, network, browser: session.signup.value });
    session.signup.end();
    return answer;
  });

  app.answer(resendConfirm, async ({ body, network }) => accounts.resendConfirmation({ ...body, network }));

  app.answer(login, async ({ body, headers, network, session }) => {
    const { message, session: id } = await accounts.login({ ...body, network, oldSession: session.id });
    session.start(id, { isShared: headers['shared-computer'] === 'true' });
    return { message };
  });

  app.answer(forgotPassword, async ({ body, network }) => accounts.forgotPassword({ ...body, network }));

  app.answer(resetPassword, async ({ body, network }) => accounts.resetPassword({ ...body, network }));
}
