import { randomUUID } from 'node:crypto';
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MAX_AGE_MS } from '#server/domain/accounts/sessions.ts';
import { tenant } from '#tenant/tenant.ts';

/** The cookies expire when the longest session does. A sign-up is over long before. */
const MAX_AGE_SECONDS = SESSION_MAX_AGE_MS / 1000;

export const SESSION_COOKIE = 'admissions-session';
/**
 * Readable by scripts, but useless to attackers: it says only that somebody is logged in, and differs from session to
 * session, so that a page that slept notices another one.
 */
const MARKER = `${tenant.identityCookiePrefix}.session`;
/** Remembers that a sign-up began in this browser. */
const SIGNUP = 'admissions-signup';
/** Opens the office's pages, and nothing else. */
const OFFICE = 'admissions-office';

/** Over https, adds a prefix that stops other hosts and plain-text pages from setting the cookie. */
const named = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

export function readSession(request: FastifyRequest): string | undefined {
  return request.cookies[named(SESSION_COOKIE, request.isSecure)];
}

export function startSession(
  reply: FastifyReply,
  { isSecure, isShared }: { readonly isSecure: boolean; readonly isShared: boolean },
  sessionId: string,
): void {
  const end = isShared ? {} : { maxAge: MAX_AGE_SECONDS };
  const common = { path: '/', sameSite: 'lax', secure: isSecure, ...end } as const;
  reply.setCookie(named(SESSION_COOKIE, isSecure), sessionId, { ...common, httpOnly: true });
  reply.setCookie(MARKER, randomUUID(), common);
}

export function endSession(reply: FastifyReply, isSecure: boolean): void {
  const common = { path: '/', sameSite: 'lax', secure: isSecure } as const;
  reply.clearCookie(named(SESSION_COOKIE, isSecure), { ...common, httpOnly: true });
  reply.clearCookie(MARKER, common);
}

export function readSignupBrowser(request: FastifyRequest): string | undefined {
  return request.cookies[named(SIGNUP, request.isSecure)];
}

export function keepSignupBrowser(reply: FastifyReply, isSecure: boolean, value: string): void {
  reply.setCookie(named(SIGNUP, isSecure), value, {
    path: '/',
    sameSite: 'lax',
    secure: isSecure,
    maxAge: MAX_AGE_SECONDS,
    httpOnly: true,
  });
}

export function forgetSignupBrowser(reply: FastifyReply, isSecure: boolean): void {
  reply.clearCookie(named(SIGNUP, isSecure), {
    path: '/',
    sameSite: 'lax',
    secure: isSecure,
    httpOnly: true,
  });
}

/** The session of an office link, in one request. */
export interface OfficeDoor {
  readonly session: string | undefined;
  /** Keeps a session until the browser closes. The server ends it sooner. */
  keep(session: string): void;
  end(): void;
}

export function officeDoor(request: FastifyRequest, reply: FastifyReply): OfficeDoor {
  const { isSecure } = request;
  const name = named(OFFICE, isSecure);
  // Not strict, because the link is in a mail, and the browser has to send the cookie after its redirect.
  const options = { path: '/', sameSite: 'lax', secure: isSecure, httpOnly: true } as const;
  return {
    get session() {
      return request.cookies[name];
    },
    keep: (session) => void reply.setCookie(name, session, options),
    end: () => void reply.clearCookie(name, options),
  };
}
