import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/define-call.ts';
import { isSameSecret } from '#server/adapters/secrets.ts';
import type { Context } from '#server/context.ts';
import type { Account } from '#server/domain/accounts/accounts.ts';
import { AnotherAccountError, NoSessionError, NotFoundError } from '#server/domain/ground/errors.ts';
import { limits } from '#server/domain/limits/limits.ts';
import type { Clerk } from '#server/domain/office/office-links.ts';
import type { Program } from '#server/domain/ways-out/tokens.ts';
import { isFromThisMachine, networkOf } from './network.ts';
import { officeCookie, sessionCookie } from './session-cookies.ts';

/**
 * Who may open a page: as for a call, or a clerk with the session of an office link, one
 * who may do more than read, a program on this machine, or the
 * holder of this secret. The handler checks a `token` itself.
 */
export type PageAccess =
  Exclude<Access, 'key'> | 'office' | 'office act' | 'this machine' | { readonly bearer: string };

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | undefined;
    clerk: Clerk | undefined;
    /** The person whom the university's sign-in names, in a proxy in front of us. */
    signedIn: string | undefined;
    /** The program whose key the request has. */
    program: Program | undefined;
  }
}

/**
 * Admits permitted callers, and notes on the request who they are.
 *
 * @param isActivity whether the request keeps the session of an applicant alive
 * @throws {RefusalError} for all others
 */
export async function admit(
  access: Access | PageAccess,
  request: FastifyRequest,
  reply: FastifyReply,
  { context, isActivity = true }: { readonly context: Context; readonly isActivity?: boolean },
): Promise<void> {
  if (typeof access === 'object') {
    const { authorization = '' } = request.headers;
    if (!isSameSecret(authorization, `Bearer ${access.bearer}`)) throw new NotFoundError();
    return;
  }
  switch (access) {
    case 'public':
    case 'token':
      return;
    case 'applicant': {
      const id = sessionCookie(request, reply).value;
      request.account = id ? await context.accounts.findSession(id, { isActivity }) : undefined;
      if (request.account === undefined) throw new NoSessionError();
      if (!isNamed(request.account, request)) throw new AnotherAccountError();
      return;
    }
    case 'office':
    case 'office act':
      request.clerk = await clerkOf(request, reply, context);
      return;
    case 'key':
      request.program = await programOf(request, reply, context);
      return;
    case 'this machine':
      if (!isFromThisMachine(request)) throw new NotFoundError();
      return;
    default:
      access satisfies never;
  }
}

/** Whether a request means this account, as far as it says. */
function isNamed({ username }: Account, { headers }: FastifyRequest): boolean {
  const named = headers['account-digest'];
  return named === undefined || named === hash('sha256', username);
}

/** @throws {NotFoundError} for somebody whom neither the university's sign-in nor an office link lets in */
export async function clerkOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { officeLinks }: Pick<Context, 'officeLinks'>,
): Promise<Clerk> {
  const { signedIn, ip } = request;
  const cookie = officeCookie(request, reply);
  try {
    return await (signedIn === undefined
      ? officeLinks.enter(cookie.value)
      : officeLinks.enterAs(signedIn, networkOf(ip)));
  } catch (error) {
    // A proxy that sees the cookie asks for no sign-in.
    if (error instanceof NotFoundError && cookie.value !== undefined) cookie.end();
    throw error;
  }
}

/** @throws {WrongCredentialsError} without a valid key */
async function programOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { rateLimits, tokens }: Context,
): Promise<Program> {
  await rateLimits.take(limits.exportFromNetwork(networkOf(request.ip)));
  const [, key = ''] = /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '') ?? [];
  reply.header('www-authenticate', 'Bearer');
  const program = await tokens.programOf(key);
  reply.removeHeader('www-authenticate');
  return program;
}
