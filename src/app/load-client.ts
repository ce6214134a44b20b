import { missPart, sentenceFor, UnauthorizedError } from '#api/errors.ts';
import { patient } from '#api/again.ts';
import { isDeadLink } from '#api/refusals.ts';
import { call, exchange } from '#api/request.ts';
import type { Application } from '#application/run.ts';
import { linkParameter, secretInLink } from '#contract/link-secret.ts';
import { getServiceDocument, getServiceView, getTemporaryAnswers } from '#contract/token-views.ts';
import { isBlank } from '#form/condition.ts';
import type { Clock } from '#device/clock.ts';
import { toasts } from '#ui/toast-queue.ts';
import { definePart } from '#ui/use-part.ts';
import { dropMarkersAfter } from './account-session.ts';
import type { Account } from './account.tsx';
import type { Client } from './client.ts';
import type { Loaded } from './client-types.ts';
import { hasMarkerCookie } from './marker-cookie.ts';

const serviceScreen = definePart(() => import('#screens/service.tsx'));

const DEAD_LINK = 'The answers of this link can no longer be fetched. You can fill in the form yourself.';
const LINK = 'link';

/** Finds out who is here and loads their answers, before any form page renders (specification §2). */
export async function loadClient(client: Client, query: URLSearchParams): Promise<Loaded> {
  const { application, fetchAccount } = client;
  const serviceToken = linkParameter(query, 'service_token');
  if (serviceToken !== null) {
    application.dispatch({ type: 'serviceOpened' });
    return loadServiceView(application.clock, { service_token: secretInLink(serviceToken) });
  }
  const token = linkParameter(query, 'token');
  const account = hasMarkerCookie() ? await fetchAccount() : undefined;
  if (account !== undefined) await enterOrGoToLogin(application, account);
  if (token !== null) await showTemporaryAnswers(application, secretInLink(token));
  return account === undefined ? { kind: 'visitor' } : { kind: 'applicant', account };
}

async function loadServiceView(clock: Clock, query: { service_token: string }): Promise<Loaded> {
  const { ServiceScreen: Screen } = await serviceScreen.load().catch(missPart);
  try {
    const { body: view, headers } = await patient(clock, () => exchange(getServiceView, { query }));
    if (isBlank(view.answer['submit_date']))
      return { kind: 'service', Screen, view, headers, kept: undefined };
    // Another server may not have this call. Then the document has the words of this release.
    const kept = patient(clock, () => call(getServiceDocument, { query }));
    return { kind: 'service', Screen, view, headers, kept: await kept.catch(() => undefined) };
  } catch (error) {
    if (isDeadLink(error)) return { kind: 'dead-link' };
    throw error;
  }
}

/** Shows the answers of a link (specification §6). The form opens even if they cannot be fetched. */
async function showTemporaryAnswers({ dispatch }: Application, token: string): Promise<void> {
  try {
    const { answer: answers } = await call(getTemporaryAnswers, { query: { token } });
    dispatch({ type: 'lent', answers });
  } catch (error) {
    const sentence = sentenceFor(error);
    toasts.addError('Link Error', isDeadLink(error) ? `${sentence} ${DEAD_LINK}` : sentence, LINK);
  }
}

async function enterOrGoToLogin(application: Application, account: Account): Promise<void> {
  try {
    await account.enter();
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    dropMarkersAfter(error);
    application.dispatch({ type: 'sessionFound' });
    await application.leave('expired');
    // Never resolves: the login replaces this page, and until then nobody may type into a form.
    return new Promise(() => undefined);
  }
}
