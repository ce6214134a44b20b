import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#server/adapters/escape-html.ts';
import type { KeptMail, Mailer } from '#server/adapters/mail.ts';
import { NotFoundError } from '#server/domain/errors.ts';
import { sendPage } from './html-page.ts';
import { isFromThisMachine } from './network.ts';

/**
 * Serves the mailbox of a server that keeps its mails: `/dev/mail` for people, `/dev/mail.json` for programs. Only
 * requests from this machine reach it; all others get a 404.
 */
export function serveDevMail(fastify: FastifyInstance, kept: NonNullable<Mailer['kept']>): void {
  const refuseOthers = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isFromThisMachine(request)) throw new NotFoundError();
    reply.header('cache-control', 'no-store');
  };
  const options = { onRequest: refuseOthers };

  fastify.get('/dev/mail.json', options, async () => kept());
  fastify.get('/dev/mail', options, async (_request, reply) => {
    const rows = (await kept()).map(
      (mail) =>
        `<li><a href="/dev/mail/${encodeURIComponent(mail.id)}">${escapeHtml(mail.subject)}</a> to ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</li>`,
    );
    return sendPage(reply, 'Mails', `<ol>${rows.join('')}</ol>`);
  });
  fastify.get<{ Params: { id: string } }>('/dev/mail/:id', options, async (request, reply) => {
    const mail = (await kept()).find(({ id }) => id === request.params.id);
    if (!mail) throw new NotFoundError();
    return sendPage(reply, mail.subject, messageHtml(mail));
  });
}

function messageHtml({ to, at, text, attachments }: KeptMail): string {
  const linked = escapeHtml(text).replace(
    /https?:\/\/[^\s<]+/g,
    (address) => `<a href="${address}">${address}</a>`,
  );
  const attached = attachments
    .map(({ filename, bytes }) => `<p>Attached: ${escapeHtml(filename)}, ${bytes} bytes</p>`)
    .join('');
  return `<p>To ${escapeHtml(to)}, ${escapeHtml(at)}</p><pre style="white-space: pre-wrap">${linked}</pre>${attached}<p><a href="/dev/mail">All mails</a></p>`;
}
