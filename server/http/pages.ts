import multipart, { type FastifyMultipartBaseOptions, type Multipart } from '@fastify/multipart';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Context } from '#server/context.ts';
import type { Account } from '#server/domain/accounts/accounts.ts';
import { actingAs } from '#server/domain/ground/audit.ts';
import type { RefusalError } from '#server/domain/ground/errors.ts';
import { ForbiddenError, NotFoundError } from '#server/domain/ground/errors.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import { admit, clerkOf, type PageAccess } from './access.ts';
import type { HtmlPage } from './html-page.ts';
import { parse, parseOr404, PUBLIC_BODY_MAX_BYTES } from './input.ts';
import { networkOf } from './network.ts';
import { rejectOtherSites } from './same-site.ts';
import { officeCookie, type SecretCookie } from './session-cookies.ts';

/** Sends what a handler returns. */
export type Sends<Answer> = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
) => FastifyReply | Promise<FastifyReply>;

export function json(_request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  return reply.send(answer);
}

export function text(contentType: string): Sends<string> {
  return (_request, reply, answer) => reply.type(contentType).send(answer);
}

export function nothing(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(204).send();
}

/**
 * An address that is not a call of the contract. Nobody stores its answer, and only our own pages may post to it. An
 * address or query that does not fit its schema is a 404, as an unknown address is.
 */
export interface Page {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: PageAccess;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  /** The fields of a form. Without it and `files`, a body is ignored. */
  readonly form?: z.ZodMiniType;
  /** How much a form with files may have. The handler reads it piece by piece. */
  readonly files?: FastifyMultipartBaseOptions['limits'];
  /** False if the handler, or nothing, limits how often one network may ask. */
  readonly isLimited?: false;
  readonly returns: Sends<never>;
  /** Turns a refusal, or a fault of ours as a `BusyError`, into a page for people. Without it, they are JSON. */
  readonly refusal?: (error: RefusalError, url: string, form: unknown) => HtmlPage | undefined;
  /** Each visit is audited, so there is no HEAD, which shows nothing. */
  readonly isAudited?: true;
  /** Is answered also by a busy server. */
  readonly isForOperators?: true;
  /** Mail programs post here, too, or what is posted is itself the permission. */
  readonly isForOtherSites?: true;
}

type Output<P extends Page, Part extends 'params' | 'query' | 'form'> =
  P extends Readonly<Record<Part, infer S extends z.ZodMiniType>> ? z.output<S> : undefined;

/** What a handler receives: checked input. */
interface Given<P extends Page> {
  readonly account: P['access'] extends 'applicant' ? Account : undefined;
  readonly clerk: P['access'] extends 'office' | 'office act' ? Clerk : undefined;
  readonly params: Output<P, 'params'>;
  readonly query: Output<P, 'query'>;
  readonly form: Output<P, 'form'>;
  readonly network: string;
  /** Returns who reads in the office. @throws {NotFoundError} for everybody else */
  enterOffice(): Promise<Clerk>;
  /** Holds the session of an office link. */
  readonly office: SecretCookie;
  readonly upload: Upload;
}

/** The body of a page with `files`. */
export interface Upload {
  /** What the sender announces; 0 if it does not. */
  readonly announcedBytes: number;
  parts(): AsyncIterable<Multipart>;
}

/** Registers a page. */
export type AddPage = <const P extends Page, Answer>(
  page: P & { readonly returns: Sends<Answer> },
  handler: (given: Given<P>) => Promise<Answer>,
) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    page?: Page;
  }
}

/** The operator names a link, and can make another one. */
const READS_ONLY = 'Nothing was done: you may read here, and no more. Ask whoever runs the application form.';

/** Makes the function that registers pages with all their checks. */
export function makeAddPage(fastify: FastifyInstance, context: Context): AddPage {
  return (page, handler) => {
    const isForClerks = page.access === 'office' || page.access === 'office act';
    // The page of a refused act keeps what the clerk wrote, so that is read first. It is small.
    const keepsForm = page.access === 'office act' && page.method === 'POST';
    const enter = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isForClerks) request.clerk = await enterOffice(page, request, reply, context);
      else await admit(page.access, request, reply, { context });
    };
    void fastify.register(async (scope) => {
      if (page.files) await scope.register(multipart, { limits: page.files });
      else readForms(scope);
      scope.route({
        method: page.method,
        url: page.path,
        exposeHeadRoute: page.isAudited !== true,
        config: { page },
        // Checked before the body is read.
        async onRequest(request, reply) {
          reply.header('cache-control', 'no-store');
          if (page.method === 'POST' && page.isForOtherSites !== true)
            rejectOtherSites(request, context.env.PUBLIC_URL);
          if (page.isLimited !== false && !isForClerks)
            await context.rateLimits.take(limits.viewFromNetwork(networkOf(request.ip), page.path));
          if (!keepsForm) await enter(request, reply);
        },
        async preValidation(request, reply) {
          if (keepsForm) await enter(request, reply);
        },
        async handler(request, reply) {
          try {
            const given = unpack(page, request, reply, context);
            const { clerk } = request;
            const answer = await (clerk === undefined
              ? handler(given)
              : actingAs(clerk.name, () => handler(given), given.network));
            return await page.returns(request, reply, answer);
          } catch (error) {
            if (page.files) stopReading(request, reply);
            throw error;
          }
        },
      });
    });
  };
}

/**
 * Returns who reads in the office. A visit counts against its clerk, and without a session against the network, so that
 * a flood without one does not close the office where it comes from.
 */
async function enterOffice(
  { access, path }: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<Clerk> {
  const { rateLimits } = context;
  try {
    const clerk = await clerkOf(request, reply, context);
    await rateLimits.take(limits.officePages(clerk.id));
    if (access === 'office act' && !clerk.mayAct) throw new ForbiddenError(READS_ONLY);
    return clerk;
  } catch (error) {
    if (error instanceof NotFoundError)
      await rateLimits.take(limits.viewFromNetwork(networkOf(request.ip), path));
    throw error;
  }
}

/** Nobody reads the rest of a refused body. The parser would read on past its limits. */
function stopReading(request: FastifyRequest, reply: FastifyReply): void {
  request.raw.unpipe();
  reply.header('connection', 'close');
}

/** Reads what a browser's form posts, and nothing else. */
function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: PUBLIC_BODY_MAX_BYTES } as const;
  scope.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  );
  scope.addContentTypeParser('*', options, (_request, _body, done) => done(null));
}

function unpack<P extends Page>(
  page: P,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Given<P> {
  const { account, clerk, headers, body } = request;
  if (page.files && !request.isMultipart())
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type']);
  const given = {
    account,
    clerk,
    params: parseOr404(page.params, request.params),
    query: parseOr404(page.query, request.query),
    form: parse(page.form, body ?? {}),
    network: networkOf(request.ip),
    enterOffice: () => enterOffice(page, request, reply, context),
    office: officeCookie(request, reply),
    upload: {
      announcedBytes: Number(headers['content-length'] ?? 0),
      parts: () => request.parts(),
    },
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the page's own schemas; `account` and `clerk` are set when `access` requires them
  return given as unknown as Given<P>;
}
