import { login, rememberedProfile, resume } from '#answers/account-answers.ts';
import { fillBlanks } from '#answers/together.ts';
import { withWaiting } from '#answers/with-waiting.ts';
import { NetworkError, sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { patient } from '#api/patient.ts';
import { isDeadLink, isOutOfReach } from '#api/refusals.ts';
import { call } from '#api/request.ts';
import { getProfile } from '#contract/profile.ts';
import { getServiceView, getTemporaryAnswers } from '#contract/token-views.ts';
import type { Clock } from '#device/clock.ts';
import { dropMarkers } from '#session/drop-markers.ts';
import { hasMarkerCookie } from '#session/marker-cookie.ts';
import { tenant } from '#tenant/tenant.ts';
import { toasts } from '#ui/toast-queue.ts';
import type { Application, Loaded } from './application-types.ts';

/** A start waits this long for the profile if this device has a remembered one. */
const PATIENCE_MS = 1500;
const DEAD_LINK = 'The answers of this link can no longer be fetched. You can fill in the form yourself.';

/** Finds out who is here and loads their answers, before any form page renders (specification §2). */
export async function loadApplication(application: Application, query: URLSearchParams): Promise<Loaded> {
  const serviceToken = query.get('service_token');
  if (serviceToken !== null) {
    application.session.becomeServiceUser();
    return loadServiceView(application.clock, serviceToken);
  }
  const token = query.get('token');
  const hasMarker = hasMarkerCookie(tenant.identityCookiePrefix);
  if (hasMarker) await loadProfile(application);
  // Deletes what an earlier visit left here; seals answers that have not reached the account.
  else await application.answers.owners.automaticLogout();
  if (token !== null) await takeTemporaryAnswers(application, token);
  return hasMarker ? { kind: 'applicant', account: await application.fetchAccount() } : { kind: 'visitor' };
}

async function loadServiceView(clock: Clock, token: string): Promise<Loaded> {
  try {
    const view = await patient(clock, () => call(getServiceView, { query: { service_token: token } }));
    return { kind: 'service', view };
  } catch (error) {
    if (isDeadLink(error)) return { kind: 'dead-link' };
    throw error;
  }
}

/** Fills in the answers that a link carries. An expired link, or no connection, keeps nobody from the form. */
async function takeTemporaryAnswers({ answers }: Application, token: string): Promise<void> {
  try {
    const { answer } = await call(getTemporaryAnswers, { query: { token } });
    fillBlanks(answers.store, answer);
  } catch (error) {
    toasts.addError('Link Error', error instanceof NetworkError ? sentenceFor(error) : DEAD_LINK);
    return;
  }
  // Remove the token: after a reload, it would fill in again what the applicant has cleared since.
  const { pathname, searchParams, hash } = new URL(location.href);
  searchParams.delete('token');
  const rest = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
  history.replaceState(history.state, '', `${pathname}${rest}${hash}`);
}

async function loadProfile(application: Application): Promise<void> {
  try {
    await enter(application);
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    dropMarkers(tenant.identityCookiePrefix);
    application.session.loggedIn();
    application.unauthorized();
    // Never resolves: the login replaces this page, and until then nobody may type into a form.
    return new Promise(() => undefined);
  }
}

/**
 * Loads the profile and the answers of who is logged in.
 *
 * @param signal stops it before anything of the account is shown or stored
 * @throws {UnauthorizedError} if the session has ended
 */
export async function enter(application: Application, signal?: AbortSignal): Promise<void> {
  const { answers, clock, session, arrived, fetchAccount } = application;
  await fetchAccount();
  let since = answers.stampNow();
  try {
    const isRemembered = rememberedProfile(answers) !== undefined;
    const ask = () => {
      since = answers.stampNow();
      return call(getProfile, {
        ...(isRemembered && { timeoutMs: PATIENCE_MS }),
        ...(signal !== undefined && { signal }),
      });
    };
    // At a card nobody waits for this, and a login must not.
    const isUrgent = !isRemembered && signal === undefined;
    const profile = await (isUrgent ? patient(clock, ask) : ask());
    signal?.throwIfAborted();
    await login(
      answers,
      {
        username: profile.username,
        last_page: profile.last_page,
        web_status: profile.web_status,
        ...(profile.successful_login !== undefined && { successful_login: profile.successful_login }),
      },
      profile.answer,
      since,
    );
    const expected = withWaiting(profile, answers.waiting);
    answers.owners.remember({ last_page: expected.last_page, web_status: expected.web_status });
    session.adopt(expected);
    await arrived(false);
  } catch (error) {
    signal?.throwIfAborted();
    const remembered = isOutOfReach(error) ? resume(answers) : undefined;
    if (remembered === undefined) throw error;
    session.adopt({ ...remembered, answer: {}, document_answer: {} });
    await arrived(true);
  }
}
