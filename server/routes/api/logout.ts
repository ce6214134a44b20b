import { logout } from '#contract/logout.ts';
import type { App } from '#server/http/calls.ts';

export function logoutRoutes(app: App): void {
  const { accounts } = app.context;

  app.answer(logout, async ({ account, session, network }) => {
    const answer = await accounts.logout(account.id, session.id, network);
    session.end();
    session.signup.end();
    return answer;
  });
}
