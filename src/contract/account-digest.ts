import * as z from 'zod/mini';

/**
 * The account that a request means: the SHA-256 digest, in hexadecimal, of its address in small letters. Another tab may
 * have logged in as somebody else, and then the session is not the one that the page believes. A digest, because proxies
 * may log headers, and the address must not be readable there; of the address, because a page knows it before it has
 * reached the server, and with any server.
 */
export const accountDigest = z.object({ 'account-digest': z.optional(z.string()) });
