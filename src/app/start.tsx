import { Fragment, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './missing-calls.ts';
import './trusted-types.ts';
import './react-dom.ts';
import 'virtual:tenant-colors.css';
import '#ui/tokens.css';
import '#ui/base.css';
import './app.css';
import { count } from '#api/client-count.ts';
import { hydrateParts } from '#first-visit/apart.tsx';
import { hasEntered, pressAgain, takeOver } from '#first-visit/first-look.ts';
import { enterLeftBehind, forgetLeftBehind } from '#first-visit/left-behind.ts';
import type { Application } from '#application/run.ts';
import { onceUnused } from '#ui/at-rest.ts';
import { definePart } from '#ui/use-part.ts';
import { bearTranslation } from './translated-text.ts';
import { App } from './app.tsx';
import { makeClient } from './client.ts';
import { hasMarkerCookie, needsAccount } from './marker-cookie.ts';
import { loadAllScreens, loadFirstScreen } from './routes.tsx';
import { watchThePage } from './watch-the-page.ts';

const banner = definePart(() => import('#api/banner.ts'));

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the application.');

// In a task of its own: on a slow phone, evaluating the code is half of a long task already.
if (window.isTooOld !== true) setTimeout(() => void start(root));

/**
 * By default, React would report this as an unforeseen error. It recovers after an extension or a translator has changed
 * the page. The page works, so neither the applicant nor the operator is told.
 */
const onRecoverableError = (error: unknown) => console.warn('React has recovered from:', error);

/** The module does not await this: screens that load later import from the file that this module is bundled into. */
async function start(place: HTMLElement): Promise<void> {
  // Prerendered markup is made without an account or a token. If the visitor has one, render the page anew. Our own
  // server sends it prerendered only if they have logged in since, in another tab.
  const { prerenderedOn: madeOn } = document.documentElement.dataset;
  const isKnown = needsAccount(new URLSearchParams(location.search));
  const prerenderedOn = isKnown ? undefined : madeOn;

  bearTranslation();
  const client = makeClient(prerenderedOn);
  const { application } = client;
  watchThePage(application);
  // The banner never delays the form. If its code fails to load, the next start tries again.
  onceUnused(() => {
    void banner.load().then(
      ({ watchBanner }) => watchBanner(application.clock, client.banner.set),
      () => undefined,
    );
  });
  // If this fails, a later call tries again.
  if (isKnown) client.fetchAccount().catch(() => undefined);

  const page = (
    <StrictMode>
      <BrowserRouter>
        <App client={client} />
      </BrowserRouter>
    </StrictMode>
  );

  if (import.meta.env.DEV) await definePart(() => import('./developer-checks.ts')).load();
  const opened = application.device.open();
  client.installOffer.start();
  try {
    await loadFirstScreen(location.pathname);
  } catch {
    // A prerendered page may hold typed text, which only a start with its screen can adopt. On any other page, the
    // group's error screen reports the failure.
    if (window.loadAgain !== undefined && prerenderedOn !== undefined) {
      application.close();
      window.loadAgain();
      return;
    }
  }
  if (prerenderedOn === undefined) {
    await opened;
    await openApplication(application);
    takeOver(place);
    // An applicant who is already typing here stays, although the account's last page may be another one.
    const stays = () => application.dispatch({ type: 'pageChanged' });
    if (hasEntered()) stays();
    place.addEventListener('input', stays, true);
    const react = createRoot(place, { onRecoverableError });
    react.render(page);
    // See scripts/hot-questions.ts.
    let numChanges = 0;
    if (import.meta.env.DEV)
      document.addEventListener('questionschanged', () =>
        react.render(<Fragment key={(numChanges += 1)}>{page}</Fragment>),
      );
    void client.whenShown.then(() => {
      place.removeEventListener('input', stays, true);
      forgetLeftBehind();
      pressAgain();
    });
  } else {
    // Hydrate the page as it was made, and adopt what was typed before. The stored draft is loaded afterwards.
    takeOver(place);
    // On a return, the browser may have filled in the fields.
    if (window.entered === undefined && hasEntered()) count('typed-early');
    hydrateRoot(place, page, { onRecoverableError });
    // Until the draft is loaded, each part of the page has the blank answers that it was rendered with.
    await Promise.all([opened, client.whenShown.then(hydrateParts)]);
    await openApplication(application);
    forgetLeftBehind();
    pressAgain();
  }
  client.updates.start();
  // With a worker, all of them are in its cache.
  if (!navigator.serviceWorker?.controller) onceUnused(loadAllScreens);
}

/** Reads the draft. What earlier pages left behind counts as entered before that. */
async function openApplication(application: Application): Promise<void> {
  enterLeftBehind(application);
  await application.open();
  // Delete or seal what an earlier visit left here, before anybody logs in over it. With a session, the login has sealed
  // the old draft, and the answers here now belong to the account.
  if (!hasMarkerCookie()) await application.leave('expired');
}
