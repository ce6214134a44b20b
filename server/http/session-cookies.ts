import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MAX_AGE_MS } from '#server/domain/accounts/sessions.ts';
import { tenant } from '#tenant/tenant.ts';

/** The cookies expire when the longest session does. A sign-up is over long before. */
const MAX_AGE_SECONDS = SESSION_MAX_AGE_MS / 1000;

export const SESSION_COOKIE = 'admissions-session';
/** Readable by scripts, but useless to attackers: it says only that somebody is logged in. */
const MARKER = `${tenant.identityCookiePrefix}.session`;

/** A cookie in one request, which only the server can read. */
export interface SecretCookie {
  readonly value: string | undefined;
  /** @param maxAge in seconds; without one, until the browser closes */
  keep(value: string, maxAge?: number): void;
  end(): void;
}

export const sessionCookie = makeSecretCookie(SESSION_COOKIE);
/** Remembers that a sign-up began in this browser. */
const signupCookie = makeSecretCookie('admissions-signup', MAX_AGE_SECONDS);
/** Opens the office's pages, and nothing else. */
export const officeCookie = makeSecretCookie('admissions-office');

function makeSecretCookie(name: string, usualMaxAge?: number) {
  return (request: FastifyRequest, reply: FastifyReply): SecretCookie => {
    // The prefix stops other hosts and plain-text pages from setting the cookie.
    const fullName = request.isSecure ? `__Host-${name}` : name;
    const options = { ...common(request), httpOnly: true };
    return {
      get value() {
        return request.cookies[fullName];
      },
      keep: (value, maxAge = usualMaxAge) =>
        void reply.setCookie(fullName, value, { ...options, ...(maxAge !== undefined && { maxAge }) }),
      end: () => void reply.clearCookie(fullName, options),
    };
  };
}

/** Not strict, because links are in mails, and the browser has to send the cookie after a redirect. */
function common({ isSecure }: FastifyRequest) {
  return { path: '/', sameSite: 'lax', secure: isSecure } as const;
}

/** The cookies of one call. */
export interface SessionDoor {
  readonly id: string | undefined;
  /** @param computer on a shared one, the session ends with the browser at the latest */
  start(id: string, computer: { readonly isShared: boolean }): void;
  end(): void;
  /** The mark of the browser in which a sign-up began. */
  readonly signup: SecretCookie;
}

export function sessionDoor(request: FastifyRequest, reply: FastifyReply): SessionDoor {
  const cookie = sessionCookie(request, reply);
  return {
    id: cookie.value,
    start(id, { isShared }) {
      const maxAge = isShared ? undefined : MAX_AGE_SECONDS;
      cookie.keep(id, maxAge);
      reply.setCookie(MARKER, '1', { ...common(request), ...(maxAge !== undefined && { maxAge }) });
    },
    end() {
      cookie.end();
      reply.clearCookie(MARKER, common(request));
    },
    signup: signupCookie(request, reply),
  };
}
