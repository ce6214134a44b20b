import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MAX_AGE_MS } from '#server/domain/sessions.ts';
import { tenant } from '#tenant/tenant.ts';

/** The browser forgets the cookies when the server forgets the longest session. */
const MAX_AGE_SECONDS = SESSION_MAX_AGE_MS / 1000;

export const SESSION_COOKIE = 'admissions-session';
/** Readable by scripts and worth nothing: it only says that somebody is logged in. */
const MARKER = `${tenant.identityCookiePrefix}.session`;
/** Remembers in which browser a sign-up was begun. */
const SIGNUP = 'admissions-signup';

/** Over https, names that no other host and no plain-text page can set. */
const named = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

export function readSession(request: FastifyRequest): string | undefined {
  return request.cookies[named(SESSION_COOKIE, request.isSecure)];
}

export function startSession(reply: FastifyReply, isSecure: boolean, sessionId: string): void {
  const common = { path: '/', sameSite: 'lax', secure: isSecure, maxAge: MAX_AGE_SECONDS } as const;
  reply.setCookie(named(SESSION_COOKIE, isSecure), sessionId, { ...common, httpOnly: true });
  reply.setCookie(MARKER, '1', common);
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
