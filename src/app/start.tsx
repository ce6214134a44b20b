import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import 'virtual:tenant-colors.css';
import '#ui/tokens.css';
import '#ui/base.css';
import './app.css';
import { hasMarkerCookie } from '#session/marker-cookie.ts';
import { tenant } from '#tenant/tenant.ts';
import { App } from './app.tsx';
import { makeApplication, needsAccount } from './application.ts';
import { pressAgain, takeOverPresses } from './first-look.ts';
import { Guide } from './guide.ts';
import { loadFirstScreen } from './routes.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the application.');

// A page that is loaded again with a message from the one before was not prerendered with it, nor one for somebody who
// has an account or a token, which our own server never gives them.
const prerenderedOn =
  (history.state?.usr ?? undefined) === undefined && !needsAccount(new URLSearchParams(location.search))
    ? document.documentElement.dataset['prerenderedOn']
    : undefined;

const guide = new Guide(() => application.answers.flush(0));
const application = makeApplication(guide, prerenderedOn);
application.watchThePage();
// Asked for at once where it will be needed, and again should it not have come.
if (application.expectsAccount) application.fetchAccount().catch(() => undefined);

const page = (
  <StrictMode>
    <BrowserRouter>
      <App application={application} onNavigate={guide.follow} />
    </BrowserRouter>
  </StrictMode>
);

void start(root);

/** Not awaited by this module: screens that come later build on what it stands in one file with. */
async function start(place: HTMLElement): Promise<void> {
  if (import.meta.env.DEV) await import('./developer-checks.ts');
  const opened = application.device.open();
  application.installOffer.start(opened);
  try {
    await loadFirstScreen(location.pathname);
  } catch {
    // In a prerendered page there may be letters already, which only a start with its screen can take over. Elsewhere
    // the group's error screen says so.
    if (window.rescue !== undefined && prerenderedOn !== undefined) {
      application.close();
      window.rescue();
      return;
    }
  }
  if (prerenderedOn === undefined) {
    await opened;
    await application.answers.open();
    // What an earlier visit left goes or is sealed, before anybody logs in over it.
    if (!application.expectsAccount) await application.answers.owners.automaticLogout();
    createRoot(place).render(page);
  } else {
    // Taken over as it was made, with what has been typed meanwhile; the draft on this device comes afterwards.
    takeOverPresses();
    hydrateRoot(place, page);
    await Promise.all([opened, application.whenShown]);
    await application.answers.open();
    // Whoever has logged in meanwhile has sealed it, and what is here now is theirs.
    if (!hasMarkerCookie(tenant.identityCookiePrefix)) await application.answers.owners.automaticLogout();
    pressAgain();
  }
  application.updates.start();
}
