import * as z from 'zod/mini';
import { applicantName } from '#service-view/applicant-name.ts';
import { COPY_PATH } from '#server/domain/copies.ts';
import { NotFoundError } from '#server/domain/errors.ts';
import { applicationFileName, attachmentHeader } from '#server/domain/file-name.ts';
import type { App } from '#server/http/calls.ts';

const linkSchema = z.strictObject({
  generation: z.uuid(),
  expires: z.string().check(z.regex(/^\d{1,15}$/)),
  signature: z.string().check(z.maxLength(100)),
});

/** Sends the PDF copy to its owner. Not a call of the contract: `/api/pdf` returns this address. */
export function copyRoutes({ context, fastify, applicantOf }: App): void {
  const { applications, copies } = context;

  fastify.get(`${COPY_PATH}/:generation`, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const account = await applicantOf(request);
    const link = z.safeParse(linkSchema, { ...asObject(request.params), ...asObject(request.query) });
    if (!link.success) throw new NotFoundError();
    const pdf = await copies.open(account.id, link.data);
    const name = applicantName((await applications.serviceView(account.id)).answer);
    const fileName = applicationFileName(name);
    return reply
      .headers({
        'content-disposition': attachmentHeader(fileName),
        // A browser that shows the PDF in the page must isolate it.
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .type('application/pdf')
      .send(pdf);
  });
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
