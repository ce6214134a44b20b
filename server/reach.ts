import type { Mailer, SmtpTls } from './adapters/mail.ts';
import type { Env } from './env.ts';
import { isThisMachine } from './this-machine.ts';

// Who reaches this server, and whom it reaches, according to the settings.

/** Returns the address that links in mails point to. */
export function publicUrlOf({ PUBLIC_URL, HOST, PORT }: Env): string {
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(HOST) ? 'localhost' : HOST;
  return PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Returns true if other machines reach the form without https, where browsers offer no encryption or worker. */
export function isOpenWithoutHttps({ HOST, PUBLIC_URL }: Env): boolean {
  if (PUBLIC_URL === undefined) return !isThisMachine(HOST);
  const { protocol, hostname } = new URL(PUBLIC_URL);
  return protocol !== 'https:' && !isThisMachine(hostname);
}

/** Whether mails leave this machine with links that only work on it. */
export function hasLinksToItself(env: Env): boolean {
  const isLocal = isThisMachine(new URL(publicUrlOf(env)).hostname);
  return (
    env.NODE_ENV === 'production' && env.SMTP_URL !== undefined && env.PUBLIC_URL === undefined && isLocal
  );
}

/** Returns warnings for the operator at the start, in sentences. */
export function warningsOf(env: Env): readonly string[] {
  const { HOST, PUBLIC_URL, WORKERS } = env;
  const where = PUBLIC_URL === undefined ? `HOST ${HOST}` : `PUBLIC_URL ${PUBLIC_URL}`;
  const warnings = [
    {
      isDue: WORKERS !== 'only' && isOpenWithoutHttps(env),
      text: `${where} opens the form to other machines without https: browsers allow neither encryption nor a service worker there, so the form cannot store what is typed on the device. Put a proxy that speaks https in front and its address into PUBLIC_URL.`,
    },
    {
      isDue: env.SMTP_URL === undefined && !isForDevelopers(env),
      text: 'Nobody gets the mails with confirmation codes: without SMTP_URL they are files in DATA_DIR/mail.',
    },
    {
      isDue: hasLinksToItself(env),
      text: 'Links in mails lead to this machine: put the address at which applicants reach the form into PUBLIC_URL.',
    },
  ];
  return warnings.filter(({ isDue }) => isDue).map(({ text }) => text);
}

/**
 * Returns true on a developer's machine: mails stay here, nobody else reaches the server, and it is not in production.
 * Only there, mails can be read in a mailbox, and codes are logged.
 */
export function hasMailbox(env: Env, { kept }: Pick<Mailer, 'kept'>): boolean {
  return kept !== undefined && isForDevelopers(env);
}

function isForDevelopers({ NODE_ENV, HOST, PUBLIC_URL }: Env): boolean {
  const isPublic = PUBLIC_URL !== undefined && !isThisMachine(new URL(PUBLIC_URL).hostname);
  return NODE_ENV !== 'production' && isThisMachine(HOST) && !isPublic;
}

/** Returns whether mails must be encrypted on their way to the mail server. */
export function smtpTlsOf({ SMTP_URL, SMTP_TLS }: Env): SmtpTls {
  if (SMTP_TLS === 'off') return 'off';
  const isHere = SMTP_URL !== undefined && isThisMachine(new URL(SMTP_URL).hostname);
  return isHere ? 'if offered' : 'required';
}
