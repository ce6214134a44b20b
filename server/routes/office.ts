import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { keepable } from '#contract/keepable.ts';
import { webStatuses } from '#contract/web-status-values.ts';
import { fileKeys } from '#form/stored-keys.ts';
import { applicantName } from '#service-view/applicant-name.ts';
import { BusyError, NotFoundError, TooManyTriesError } from '#server/domain/ground/errors.ts';
import { applicationFileName, attachmentHeader } from '#server/domain/ground/file-name.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import { loadServiceViewRenderer } from '#server/domain/documents/service-view-renderer.ts';
import { PUBLIC_BODY_MAX_BYTES, type App } from '#server/http/calls.ts';
import { networkOf } from '#server/http/network.ts';
import { applicationPage } from '#server/http/office-application-page.ts';
import { listCsv, listPage, type ListQuery } from '#server/http/office-list-page.ts';
import { OFFICE_LOGOUT_PATH, sendOfficePage } from '#server/http/office-page.ts';
import { DEAD_LINK, LOGGED_OUT, notNow } from '#server/http/office-refusals.ts';
import { refuseOtherSites } from '#server/http/same-site.ts';
import { FILE_POLICY } from '#server/http/send-file.ts';
import { endOfficeSession, keepOfficeSession, readOfficeSession } from '#server/http/session-cookies.ts';

const TEXT_MAX_CHARS = 200;
/** How long a request waits for a PDF that is being made. Most are made within two seconds. */
const PDF_PATIENCE_MS = 15_000;

/** A HEAD request shows nothing, so it must not be in the audit. */
const ONLY_GET = { exposeHeadRoute: false };

/** A member of that name looks like a promise's to the linter. */
const { catch: otherwise } = z;

const text = otherwise(z.string().check(z.maxLength(TEXT_MAX_CHARS), keepable), '');
/** An invalid part counts as missing, so the clerk always gets a list. */
const listQuery = z.object({
  q: text,
  program: text,
  status: otherwise(z.enum(['', ...webStatuses]), ''),
  new: otherwise(z.enum(['', '1']), ''),
  page: otherwise(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
});
const linkQuery = z.object({ token: z.string().check(z.maxLength(TEXT_MAX_CHARS)) });
const params = z.object({ id: z.uuid() });
const documentParams = z.object({ id: z.uuid(), key: z.enum(fileKeys) });

type Page = (request: FastifyRequest, reply: FastifyReply, clerk: Clerk) => Promise<FastifyReply>;

/**
 * The office's pages, without scripts and apart from the contract's calls. A link begins a session that opens these pages
 * and nothing else. No page changes an application.
 */
export function officeRoutes({ context, fastify }: App): void {
  const { applications, copies, documents, officeLinks, officeList, tries } = context;

  fastify.get('/office', ONLY_GET, async (request, reply) => {
    const link = z.safeParse(linkQuery, request.query);
    if (!link.success) return page(showList)(request, reply);
    return orRefusal(request, reply, async () => {
      const network = networkOf(request.ip);
      await tries.take(limits.viewFromNetwork(network));
      keepOfficeSession(reply, request.isSecure, await officeLinks.open(link.data.token, network));
      return reply.header('cache-control', 'no-store').redirect('/office', 303);
    });
  });
  void fastify.register(async (scope) => {
    // A form posts its body, which is empty.
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: PUBLIC_BODY_MAX_BYTES } as const;
    scope.addContentTypeParser('*', options, (_request, _body, done) => done(null));
    scope.post(OFFICE_LOGOUT_PATH, async (request, reply) => {
      refuseOtherSites(request, context.env.PUBLIC_URL);
      return orRefusal(request, reply, async () => {
        const network = networkOf(request.ip);
        await tries.take(limits.viewFromNetwork(network));
        await officeLinks.leave(readOfficeSession(request), network);
        endOfficeSession(reply, request.isSecure);
        return sendOfficePage(reply, LOGGED_OUT);
      });
    });
  });
  fastify.get('/office/applications.csv', ONLY_GET, page(saveList));
  fastify.get('/office/applications/:id', ONLY_GET, page(showApplication));
  fastify.get('/office/applications/:id/application.pdf', ONLY_GET, page(savePdf));
  fastify.get('/office/applications/:id/documents/:key.pdf', ONLY_GET, page(saveDocument));

  /** Wraps a page for those who have a session. */
  function page(show: Page) {
    return (request: FastifyRequest, reply: FastifyReply) =>
      orRefusal(request, reply, async () => {
        reply.header('cache-control', 'no-store');
        await tries.take(limits.viewFromNetwork(networkOf(request.ip)));
        return show(request, reply, await officeLinks.enter(readOfficeSession(request)));
      });
  }

  async function showList(request: FastifyRequest, reply: FastifyReply, clerk: Clerk) {
    const { newSince, name } = clerk;
    const query = z.parse(listQuery, request.query);
    const { total, rows } = await officeList.find(searchOf(query, clerk), query.page);
    const numNew = newSince === null ? 0 : await officeList.countSince(newSince);
    await officeList.note(clerk, 'office-list-read', networkOf(request.ip));
    const body = listPage({ query, total, rows, newSince, numNew });
    return sendOfficePage(reply, { title: 'Applications', clerk: name, body });
  }

  async function saveList(request: FastifyRequest, reply: FastifyReply, clerk: Clerk) {
    const { rows } = await officeList.find(searchOf(z.parse(listQuery, request.query), clerk));
    await officeList.note(clerk, 'office-list-saved', networkOf(request.ip));
    return reply
      .header('content-disposition', attachmentHeader('applications.csv'))
      .type('text/csv; charset=utf-8')
      .send(listCsv(rows));
  }

  async function showApplication(request: FastifyRequest, reply: FastifyReply, clerk: Clerk) {
    const { id } = parsed(params, request);
    const application = await officeList.get(id);
    const { document } = await applications.read(id);
    const attached = await documents.attached(id);
    const { renderArticle, css } = await loadServiceViewRenderer();
    await officeList.note(clerk, 'office-application-read', networkOf(request.ip), id);
    const body = applicationPage({ application, article: renderArticle(document), documents: attached });
    return sendOfficePage(reply, {
      title: document.title,
      clerk: clerk.name,
      body,
      css,
      className: 'application',
    });
  }

  async function savePdf(request: FastifyRequest, reply: FastifyReply, clerk: Clerk) {
    const { id } = parsed(params, request);
    await officeList.get(id);
    const pdf = await copies.openPresent(id, PDF_PATIENCE_MS);
    const name = applicantName((await applications.serviceView(id)).answer);
    await officeList.note(clerk, 'office-pdf-saved', networkOf(request.ip), id);
    reply.header('content-length', pdf.bytes);
    return sendFile(reply, applicationFileName(name)).send(pdf.content);
  }

  async function saveDocument(request: FastifyRequest, reply: FastifyReply, clerk: Clerk) {
    const { id, key } = parsed(documentParams, request);
    const document = (await documents.attached(id)).find(({ answer_key }) => answer_key === key);
    const pdf = document && (await documents.read(document));
    if (document === undefined || pdf === undefined) throw new NotFoundError();
    await officeList.note(clerk, 'office-document-saved', networkOf(request.ip), id);
    return sendFile(reply, `${document.file_name.replace(/\.\w+$/, '')}.pdf`).send(pdf);
  }
}

function searchOf({ q, program, status, new: isNew }: ListQuery, { newSince }: Clerk) {
  return { text: q, program, status, since: isNew === '1' ? newSince : null };
}

/** A malformed address is the same as an unknown one. */
function parsed<S extends z.ZodMiniType>(schema: S, request: FastifyRequest): z.output<S> {
  const result = z.safeParse(schema, request.params);
  if (!result.success) throw new NotFoundError();
  return result.data;
}

function sendFile(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .headers({ 'content-disposition': attachmentHeader(name), 'content-security-policy': FILE_POLICY })
    .type('application/pdf');
}

/** People open these addresses in a browser, so a refusal is a page. It is the same one for every link that has ended. */
async function orRefusal(
  { url }: FastifyRequest,
  reply: FastifyReply,
  show: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await show();
  } catch (error) {
    if (error instanceof NotFoundError) return sendOfficePage(reply.code(404), DEAD_LINK);
    if (error instanceof BusyError) return sendOfficePage(reply.code(503), notNow(error.message, url));
    if (error instanceof TooManyTriesError) {
      reply.code(429).header('retry-after', error.retryAfterSeconds);
      return sendOfficePage(reply, notNow(error.message, url));
    }
    throw error;
  }
}
