import * as z from 'zod/mini';
import { applicantName } from '#service-view/applicant-name.ts';
import { COPY_PATH } from '#server/domain/documents/copy-links.ts';
import { applicationFileName } from '#server/domain/ground/file-name.ts';
import type { App } from '#server/http/calls.ts';
import { fileInTurn } from '#server/http/send-file.ts';

const copy = {
  method: 'GET',
  path: `${COPY_PATH}/:generation`,
  access: 'applicant',
  params: z.strictObject({ generation: z.uuid() }),
  query: z.strictObject({
    expires: z.string().check(z.regex(/^\d{1,15}$/)),
    signature: z.string().check(z.maxLength(100)),
  }),
  isLimited: false,
  returns: fileInTurn('application/pdf'),
} as const;

/**
 * Sends the PDF copy to its owner, piece by piece. Not a call of the contract: `/api/pdf` returns this address. There
 * are no ranges: browsers save the file instead of showing it, and would ask for several parts at once.
 */
export function copyRoutes({ context, page, inTurn }: App): void {
  const { applications, copies } = context;

  page(copy, async ({ account, params, query }) =>
    inTurn(account.id, async () => {
      const { answer } = await applications.serviceView(account.id);
      const pdf = await copies.open(account.id, { ...params, ...query });
      return { ...pdf, fileName: applicationFileName(applicantName(answer)) };
    }),
  );
}
