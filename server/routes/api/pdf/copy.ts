import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { applicantName } from '#service-view/applicant-name.ts';
import { COPY_PATH } from '#server/domain/documents/copies.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import { applicationFileName } from '#server/domain/ground/file-name.ts';
import type { App } from '#server/http/calls.ts';
import { sendFile } from '#server/http/send-file.ts';
import { Turns } from '#server/http/turns.ts';

const linkSchema = z.strictObject({
  generation: z.uuid(),
  expires: z.string().check(z.regex(/^\d{1,15}$/)),
  signature: z.string().check(z.maxLength(100)),
});

/**
 * Sends the PDF copy to its owner, piece by piece. Not a call of the contract: `/api/pdf` returns this address. There
 * are no ranges: browsers save the file instead of showing it, and would ask for several parts at once.
 */
export function copyRoutes({ context, fastify, applicantOf, inTurn }: App): void {
  const { applications, copies } = context;
  const turns = new Turns();

  fastify.get(`${COPY_PATH}/:generation`, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const account = await applicantOf(request);
    const link = z.safeParse(linkSchema, { ...asObject(request.params), ...asObject(request.query) });
    if (!link.success) throw new NotFoundError();
    const { answer } = await inTurn(account.id, () => applications.serviceView(account.id));
    const fileName = applicationFileName(applicantName(answer));
    const { bytes, content } = await inTurn(account.id, () => copies.open(account.id, link.data));
    if (request.method !== 'HEAD') await turns.take(account.id, reply.raw).catch(closing(content));
    return sendFile(request, reply, 'application/pdf', { bytes, content, fileName });
  });
}

/** Returns a handler of failures that closes a file before it passes them on. */
function closing(content: Readable): (error: unknown) => never {
  return (error) => {
    content.destroy();
    throw error;
  };
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
