import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { ApplicationDocument } from '#contract/application-document.ts';
import { questionFor } from '#form/form.ts';
import { secretInLink } from '#contract/link-secret.ts';
import { countText, missingIn, missingText } from '#form/progress.ts';
import { fileKeys } from '#form/stored-keys.ts';
import { todayIn } from '#form/today.ts';
import { tenant } from '#tenant/tenant.ts';
import { Html } from '#server/adapters/html.ts';
import { printApplication } from '#server/domain/documents/print-application.ts';
import { COPY_NOT_MADE } from '#server/domain/documents/sentences.ts';
import { loadServiceViewRenderer } from '#server/domain/documents/service-view-renderer.ts';
import { BusyError, NotFoundError } from '#server/domain/ground/errors.ts';
import { numberedFileName } from '#server/domain/ground/file-name.ts';
import { limits } from '#server/domain/limits/limits.ts';
import { columns } from '#server/domain/office/columns.ts';
import type { ListedApplication } from '#server/domain/office/office-list.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import { documentForOffice, isVisible, LEFT_OUT } from '#server/domain/office/visible.ts';
import type { App } from '#server/http/calls.ts';
import { page } from '#server/http/html-page.ts';
import { file } from '#server/http/send-file.ts';
import type { SecretCookie } from '#server/http/session-cookies.ts';
import { actRoutes, offered } from './acts.ts';
import { applicationPage, documentLabel } from './application-page.ts';
import { doorPage, OFFICE_ENTER_PATH } from './door-page.ts';
import { helpBody } from './help-page.ts';
import { listPage, type Closing } from './list-page.ts';
import { listAddress, listQuery, searchOf } from './list-query.ts';
import { OFFICE_HELP_PATH, OFFICE_LOGOUT_PATH, officePage } from './office-page.ts';
import { LOGGED_OUT, refusalPage } from './refusals.ts';
import { addSavedPages } from './saved.ts';

const TEXT_MAX_CHARS = 200;
/** How long a request waits for a PDF that is being made. Most are made within two seconds. */
const PDF_WAIT_MS = 15_000;
const PRINT_MAX_MS = 60_000;
/** Before the button is pressed, the cookie has the link, so that the address, which browsers remember, has none. */
const HELD = 'link.';
const HELD_SECONDS = 3600;

/** The linter would take `z.catch()` for a call on a promise. */
const { catch: otherwise } = z;

const token = otherwise(
  z.optional(z.string().check(z.overwrite(secretInLink), z.maxLength(TEXT_MAX_CHARS))),
  undefined,
);

const application = z.object({ id: z.uuid() });
const attached = z.object({ id: z.uuid(), key: z.enum(fileKeys) });

const read = {
  method: 'GET',
  access: 'office',
  returns: page,
  refusal: refusalPage,
  isAudited: true,
} as const;
const save = { ...read, returns: file('application/pdf') } as const;

/**
 * The office's pages, without scripts and apart from the contract's calls. A button behind a link begins a session that
 * opens these pages and nothing else. No page changes an answer.
 */
export function officeRoutes(app: App): void {
  const {
    applications,
    clock,
    copies,
    documents,
    env,
    lateMails,
    officeLinks,
    officeList,
    rateLimits,
    reads,
    samePerson,
  } = app.context;

  const entrance = {
    ...read,
    access: 'token',
    // The list counts against its clerk, and a link against the network.
    isLimited: false,
    path: '/office',
    query: z.extend(listQuery, { token }),
  } as const;
  app.page(entrance, async ({ query: { token: link, ...query }, network, office, enterOffice }) => {
    const list = { redirect: `/office${listAddress(query)}` };
    // Without the link or cookie that has ended, the proxy asks for the university's sign-in.
    const canSignIn = env.OFFICE_USER_HEADER !== undefined && (link ?? office.value) !== undefined;
    const signsIn = (error: unknown) => {
      if (!canSignIn || !(error instanceof NotFoundError)) throw error;
    };
    if (link !== undefined) {
      await rateLimits.take(limits.viewFromNetwork(network, 'office-link'));
      const name = await officeLinks.nameOf(link).catch(signsIn);
      if (name !== undefined) office.keep(HELD + link, HELD_SECONDS);
      return list;
    }
    const held = heldLink(office);
    if (held !== undefined) {
      await rateLimits.take(limits.viewFromNetwork(network, 'office-link'));
      const name = await officeLinks.nameOf(held).catch((error: unknown) => {
        office.end();
        signsIn(error);
      });
      return name === undefined ? list : doorPage(name, listAddress(query));
    }
    const clerk = await enterOffice().catch(signsIn);
    if (clerk === undefined) return list;
    const { newSince } = clerk;
    const [found, numNew, numUnread, late, closing] = await Promise.all([
      officeList.find(clerk, searchOf(query, clerk), query.page),
      newSince === null ? 0 : officeList.countSince(clerk, newSince),
      reads.countUnread(clerk),
      lateMails.all(),
      closingOf(clerk, query.term),
    ]);
    const { total, page: shown, rows } = found;
    const ids = rows.map(({ id }) => id);
    const unread = await reads.unreadOf(clerk, ids);
    await officeList.note(clerk, 'office-list-read', network);
    const mail = { late, lateSince: await lateMails.since(rows.map(({ username }) => username)) };
    const missing = await missingOf(rows);
    const body = listPage({
      query: { ...query, page: shown },
      rights: clerk,
      total,
      rows,
      missing,
      newSince,
      numNew,
      numUnread,
      unread,
      closing,
      mail,
    });
    return officePage({ title: 'Applications', clerk, body });
  });

  const opening = {
    ...read,
    method: 'POST',
    access: 'token',
    path: OFFICE_ENTER_PATH,
    query: listQuery,
  } as const;
  app.page(opening, async ({ query, network, office, enterOffice }) => {
    const held = heldLink(office);
    // Pressed twice, it is open already.
    if (held === undefined) await enterOffice();
    else office.keep(await officeLinks.open(held, network));
    return { redirect: `/office${listAddress(query)}` };
  });

  /** What each draft of these lacks, in words. */
  async function missingOf(rows: readonly ListedApplication[]): Promise<ReadonlyMap<string, string>> {
    const drafts = rows.filter(({ submitted }) => submitted === null).map(({ id }) => id);
    const read = await applications.readMany(drafts);
    return new Map([...read].map(([id, { answer }]) => [id, countText(missingIn(answer))]));
  }

  /** The entry term that was chosen, or the next one to close, and how many have not submitted for it. */
  async function closingOf(clerk: Clerk, chosen: string): Promise<Closing | undefined> {
    const today = todayIn(tenant.timeZone, clock.now());
    const next = tenant.entryTerms
      .filter(({ closes }) => closes !== undefined && closes >= today)
      .toSorted((a, b) => (a.closes ?? '').localeCompare(b.closes ?? ''))[0];
    const term = chosen === '' ? next : tenant.entryTerms.find(({ value }) => value === chosen);
    if (term?.closes === undefined || !isVisible('entry_term')) return undefined;
    const numDrafts = await officeList.countDrafts(clerk, term.value);
    return { label: term.label, closes: term.closes, hasClosed: term.closes < today, numDrafts };
  }

  const logout = { ...read, method: 'POST', path: OFFICE_LOGOUT_PATH } as const;
  app.page(logout, async ({ clerk, network, office }) => {
    await officeLinks.leave(clerk, office.value, network);
    office.end();
    return LOGGED_OUT;
  });

  app.page({ ...read, path: OFFICE_HELP_PATH }, async ({ clerk }) =>
    officePage({ title: 'How these pages work', clerk, body: helpBody() }),
  );

  addSavedPages(app, openPdf);

  const one = {
    ...read,
    path: '/office/applications/:id',
    params: application,
    query: listQuery,
  } as const;
  app.page(one, async ({ clerk, params: { id }, query, network }) => {
    const listed = await officeList.get(clerk, id);
    const document = documentForOffice((await applications.read(id)).document);
    const files = (await documents.attached(id)).filter(({ answer_key }) => isVisible(answer_key));
    const { renderArticle, css } = await loadServiceViewRenderer();
    await officeList.note(clerk, 'office-application-read', network, id);
    const around = await officeList.around(clerk, id, searchOf(query, clerk));
    // Later, so that a list of what is unread still has its neighbors.
    await reads.note(clerk, id);
    const article = new Html(renderArticle({ ...document, about: besidePage(document.about) }));
    const lateSince = await lateMails.since([listed.username]);
    const missing =
      listed.status === 'submitted' ? '' : missingText((await applications.serviceView(id)).answer);
    const body = applicationPage({
      listed,
      article,
      files,
      around,
      lateSince,
      missing,
      twins: await samePerson.find(clerk, id),
      acts: clerk.mayAct ? offered({ listed, address: listAddress(query) }) : undefined,
      address: listAddress(query),
    });
    return officePage({ title: document.title, clerk, body, css, className: 'application' });
  });

  const pdf = { ...save, path: '/office/applications/:id/application.pdf', params: application } as const;
  app.page(pdf, async ({ clerk, params: { id }, network }) => {
    const { name, number } = await officeList.get(clerk, id);
    const copy = await openPdf(id, clerk);
    await officeList.note(clerk, 'office-pdf-saved', network, id);
    await reads.note(clerk, id);
    return { ...copy, fileName: numberedFileName(columns.number.text(number), columns.name.text(name)) };
  });

  async function openPdf(id: string, clerk: Clerk) {
    return LEFT_OUT === '' ? copies.openPresent(id, PDF_WAIT_MS) : printed(id, clerk);
  }

  /** Prints what the office may see. The kept copy is the applicant's own, which is whole. */
  async function printed(id: string, clerk: Clerk) {
    if (!app.context.printer.isInstalled()) throw new BusyError(COPY_NOT_MADE);
    const content = await app.inTurn(`office ${clerk.id}`, () =>
      printApplication(app.context, id, AbortSignal.timeout(PRINT_MAX_MS), {
        documentOf: documentForOffice,
        isVisible,
      }),
    );
    return { bytes: content.byteLength, content: Readable.from([content]) };
  }

  const attachment = {
    ...save,
    path: '/office/applications/:id/documents/:key.pdf',
    params: attached,
  } as const;
  app.page(attachment, async ({ clerk, params: { id, key }, network }) => {
    const { number } = await officeList.get(clerk, id);
    const document = (await documents.attached(id)).find(
      ({ answer_key }) => answer_key === key && isVisible(key),
    );
    const bytes = document && (await documents.read(document));
    if (document === undefined || bytes === undefined) throw new NotFoundError();
    await officeList.note(clerk, 'office-document-saved', network, id);
    const what = `${documentLabel(key)} (${document.file_name.replace(/\.\w+$/, '')})`;
    return fileOf(numberedFileName(columns.number.text(number), what), bytes);
  });

  for (const add of actRoutes) add(app);
}

/** Leaves out what the page has already: the name as its title, and the documents as links. */
function besidePage(about: ApplicationDocument['about']) {
  return about?.filter(({ label, key }) =>
    key === undefined ? label !== 'Name' : questionFor(key)?.kind !== 'file',
  );
}

/** The link of somebody who has not pressed the button yet. */
function heldLink({ value }: SecretCookie): string | undefined {
  return value?.startsWith(HELD) === true ? value.slice(HELD.length) : undefined;
}

function fileOf(fileName: string, content: Uint8Array) {
  return { fileName, bytes: content.byteLength, content: Readable.from([content]) };
}
