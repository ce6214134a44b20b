import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#server/adapters/escape-html.ts';
import type { KeptMail, Mailer } from '#server/adapters/mail.ts';
import { isSameSecret, type Secrets } from '#server/adapters/secrets.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import { sendPage } from './html-page.ts';
import { isFromThisMachine } from './network.ts';

interface Params {
  readonly Params: { readonly key: string; readonly id: string };
}

/** Returns the path of the mailbox. A stranger behind an unknown proxy cannot guess it. It lasts as the secret does. */
export function mailboxPath(secrets: Secrets): string {
  const key = secrets.derive(`${secrets.keyId}.mailbox`, 'mailbox');
  return `/dev/mail/${key.toString('base64url')}`;
}

/**
 * Serves the mailbox of a server that keeps its mails: `mailboxPath` for people, the same with `.json` for programs.
 * Only requests from this machine that name the path reach it; all others get a 404.
 */
export function serveDevMail(
  fastify: FastifyInstance,
  secrets: Secrets,
  kept: NonNullable<Mailer['kept']>,
): void {
  const mailbox = mailboxPath(secrets);
  // The key is a parameter because logs and metrics name the route's pattern.
  const refuseOthers = async (request: FastifyRequest<Params>, reply: FastifyReply) => {
    const isNamed = isSameSecret(`/dev/mail/${request.params.key}`, mailbox);
    if (!isNamed || !isFromThisMachine(request)) throw new NotFoundError();
    reply.header('cache-control', 'no-store');
  };
  const options = { onRequest: refuseOthers };

  fastify.get<Params>('/dev/mail/:key.json', options, async () => kept());
  fastify.get<Params>('/dev/mail/:key', options, async (_request, reply) => {
    const rows = (await kept()).map(
      (mail) =>
        `<li><a href="${mailbox}/${encodeURIComponent(mail.id)}">${escapeHtml(mail.subject)}</a> to ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</li>`,
    );
    return sendPage(reply, 'Mails', `<ol>${rows.join('')}</ol>`);
  });
  fastify.get<Params>('/dev/mail/:key/:id', options, async (request, reply) => {
    const mail = (await kept()).find(({ id }) => id === request.params.id);
    if (!mail) throw new NotFoundError();
    return sendPage(reply, mail.subject, messageHtml(mail, mailbox));
  });
}

function messageHtml({ to, at, text, attachments }: KeptMail, mailbox: string): string {
  const linked = escapeHtml(text).replace(
    /https?:\/\/[^\s<]+/g,
    (address) => `<a href="${address}">${address}</a>`,
  );
  const attached = attachments
    .map(({ filename, bytes }) => `<p>Attached: ${escapeHtml(filename)}, ${bytes} bytes</p>`)
    .join('');
  return `<p>To ${escapeHtml(to)}, ${escapeHtml(at)}</p><pre style="white-space: pre-wrap">${linked}</pre>${attached}<p><a href="${mailbox}">All mails</a></p>`;
}
