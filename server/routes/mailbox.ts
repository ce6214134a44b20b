import * as z from 'zod/mini';
import { Html, html } from '#server/adapters/html.ts';
import type { KeptMail } from '#server/adapters/mail.ts';
import { isSameSecret, type Secrets } from '#server/adapters/secrets.ts';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import type { App } from '#server/http/calls.ts';
import { page, smallPage } from '#server/http/html-page.ts';
import { json } from '#server/http/pages.ts';
import { hasMailbox } from '#server/reach.ts';

/** Returns the path of the mailbox. A stranger behind an unknown proxy cannot guess it. It lasts as the secret does. */
export function mailboxPath(secrets: Secrets): string {
  const key = secrets.derive(`${secrets.keyId}.mailbox`, 'mailbox');
  return `/dev/mail/${key.toString('base64url')}`;
}

/**
 * Serves the mailbox of a server that keeps its mails: `mailboxPath` for people, the same with `.json` for programs.
 * Only requests from this machine that name the path reach it; all others get a 404.
 */
export function mailboxRoutes(app: App): void {
  const { env, mail, secrets } = app.context;
  const { kept } = mail;
  if (kept === undefined || !hasMailbox(env, mail)) return;
  const mailbox = mailboxPath(secrets);
  // The key is a parameter because logs and metrics name the route's pattern.
  const key = z.string().check(z.refine((named) => isSameSecret(`/dev/mail/${named}`, mailbox)));
  const common = {
    method: 'GET',
    access: 'this machine',
    params: z.object({ key }),
    isLimited: false,
  } as const;

  app.page({ ...common, path: '/dev/mail/:key.json', returns: json }, async () => kept());

  app.page({ ...common, path: '/dev/mail/:key', returns: page }, async () => {
    const rows = (await kept()).map(
      ({ id, subject, to, at }) =>
        html`<li><a href="${mailbox}/${encodeURIComponent(id)}">${subject}</a> to ${to}, ${at}</li>`,
    );
    return smallPage('Mails', html`<ol>${rows}</ol>`);
  });

  const params = z.object({ key, id: z.string() });
  app.page({ ...common, path: '/dev/mail/:key/:id', params, returns: page }, async ({ params: { id } }) => {
    const message = (await kept()).find((one) => one.id === id);
    if (!message) throw new NotFoundError();
    return smallPage(message.subject, messageHtml(message, mailbox));
  });
}

function messageHtml({ to, at, text, attachments }: KeptMail, mailbox: string): Html {
  const linked = html`${text}`.text.replace(
    /https?:\/\/[^\s<]+/g,
    (address) => `<a href="${address}">${address}</a>`,
  );
  const attached = attachments.map(
    ({ filename, bytes }) => html`<p>Attached: ${filename}, ${bytes} bytes</p>`,
  );
  return html`<p>To ${to}, ${at}</p><pre style="white-space: pre-wrap">${new Html(linked)}</pre>${attached}<p><a href="${mailbox}">All mails</a></p>`;
}
