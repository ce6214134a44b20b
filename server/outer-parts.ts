import { join } from 'node:path';
import { tenant } from '#tenant/tenant.ts';
import type { Clock } from './adapters/clock.ts';
import { makeConverter } from './adapters/converter/converter.ts';
import { prepareDataDir } from './adapters/data-dir.ts';
import { fileMailer, smtpMailer, type Mailer } from './adapters/mail.ts';
import { makePrinter } from './adapters/printer/printer.ts';
import type { Readiness } from './adapters/readiness.ts';
import { loadSecrets } from './adapters/secrets.ts';
import { makeStorage } from './adapters/storage/make-storage.ts';
import { systemReadiness } from './adapters/system-parts.ts';
import type { Env } from './env.ts';
import { smtpTlsOf } from './reach.ts';

/**
 * Makes the parts that work without the database.
 *
 * @throws {StartError} with one sentence for the operator
 */
export function makeOuterParts(env: Env, { clock, mail }: { readonly clock: Clock; readonly mail?: Mailer }) {
  prepareDataDir(env.DATA_DIR);
  const secrets = loadSecrets(env.DATA_DIR, env.SECRET_KEYS);
  const storages = makeStorage(env, secrets, clock);
  const converter = makeConverter({ sofficePath: env.SOFFICE_PATH, sandbox: env.CONVERTER_SANDBOX });
  const printer = makePrinter({
    chromiumPath: env.CHROMIUM_PATH,
    sandbox: env.CHROMIUM_SANDBOX,
    creator: tenant.name,
  });
  const readiness: Readiness = {
    storage: async () => ((await storages.storage.fault()) === undefined ? 'ok' : 'down'),
    ...systemReadiness({ converter, printer }),
  };
  return { secrets, mail: mail ?? makeMailer(env), ...storages, converter, printer, readiness };
}

function makeMailer(env: Env): Mailer {
  const from = env.MAIL_FROM ?? tenant.mailFrom;
  const host = env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL).hostname;
  if (env.SMTP_URL !== undefined) return smtpMailer(env.SMTP_URL, from, smtpTlsOf(env), host);
  return fileMailer(mailFolderOf(env), from);
}

export function mailFolderOf({ DATA_DIR }: Env): string {
  return join(DATA_DIR, 'mail');
}
