import * as z from 'zod/mini';
import {
  anyText,
  daysToKeep,
  filePath,
  isEncoded,
  oneOf,
  origin,
  proxies,
  read,
  secrets,
  sender,
  url,
  wholeNumber,
} from './env-values.ts';

/** One environment variable: its purpose, its default, and the schema that parses it. */
interface Variable<T> {
  readonly description: string;
  readonly fallback: string | undefined;
  readonly schema: z.ZodMiniType<T, string | undefined>;
}

/** An empty value counts as not set, as `NAME=` in an env file means. */
const given = z.pipe(
  z.optional(z.string()),
  z.transform((text: string | undefined) =>
    text === undefined || text.trim() === '' ? undefined : text.trim(),
  ),
);

function variable<T>(description: string, schema: z.ZodMiniType<T, string>, fallback: string): Variable<T> {
  const filled = z.pipe(
    given,
    z.transform((text: string | undefined) => text ?? fallback),
  );
  return { description, fallback, schema: z.pipe(filled, schema) };
}

function optional<T>(description: string, schema: z.ZodMiniType<T, string>): Variable<T | undefined> {
  return { description, fallback: undefined, schema: z.pipe(given, z.optional(schema)) };
}

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const METRICS_TOKEN_MIN_CHARS = 16;
const OFFICE_SECRET_MIN_CHARS = 32;

function webhookKey(text: string): Buffer | undefined {
  const [, encoded = ''] = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  const isWhole = key.toString('base64') === encoded;
  return isWhole && key.length >= 24 && key.length <= 64 ? key : undefined;
}

/** Every variable that the server reads. The documentation and `.env.example` are generated from this list. */
export const variables = {
  PORT: variable('Port to listen on. 0 picks a free one.', wholeNumber(0, 65_535), '3000'),
  HOST: variable(
    'Address to listen on. 0.0.0.0 listens on every network; the form then needs https in front of it.',
    anyText,
    '127.0.0.1',
  ),
  PUBLIC_URL: optional(
    'Address that applicants use, for links in mails; http://HOST:PORT unless set. An https address also makes cookies Secure and turns HSTS on.',
    origin,
  ),
  TRUST_PROXY: variable(
    'Proxies whose X-Forwarded-* headers the server believes: off, or addresses and CIDR ranges, separated by commas.',
    proxies,
    'off',
  ),
  OFFICE_USER_HEADER: optional(
    'Header in which a proxy of TRUST_PROXY names who has signed in to the university, who then needs no link to read in /office. See docs/deploy.md.',
    read('the name of a header of its own, such as X-Office-User', (text) =>
      /^x-[a-z\d-]{1,60}$/i.test(text) && !/^x-forwarded|^x-real-ip$/i.test(text)
        ? text.toLowerCase()
        : undefined,
    ),
  ),
  OFFICE_USER_SECRET: optional(
    `Secret that this proxy sends beside it in the header Office-User-Secret, after it has removed both headers from what it received.`,
    read(`a text of at least ${OFFICE_SECRET_MIN_CHARS} letters, digits, hyphens and underscores`, (text) =>
      text.length >= OFFICE_SECRET_MIN_CHARS && /^[\w-]+$/.test(text) ? text : undefined,
    ),
  ),
  OFFICE_USER_RIGHTS: optional(
    'What these people may do in /office, and for which programs, with semicolons between them: NAME: act; NAME: read NURSING,MASTERS/MBAD. The name * stands for all others, who otherwise read all applications.',
    anyText,
  ),
  NODE_ENV: variable(
    'production turns off the mailbox for developers and the codes in the log. So does a HOST or PUBLIC_URL that is not this machine.',
    oneOf('development', 'production', 'test'),
    'development',
  ),
  LOG_LEVEL: optional(
    `How much is logged, from least to most: ${LOG_LEVELS.join(', ')}. Unless set, it is info, and warn on a terminal.`,
    oneOf(...LOG_LEVELS),
  ),
  DATA_DIR: variable(
    'Folder for everything that the server stores itself: the private database, mails, files, the secret.',
    filePath,
    '.data',
  ),
  DATABASE_URL: optional(
    'Your PostgreSQL, version 15 or later. Without it, the server runs a private one in DATA_DIR.',
    // Not every address that PostgreSQL accepts is a URL: the host may be missing and given as ?host=/a/socket.
    read(
      'a postgres: or postgresql: address, with each #, / and ? in its password written as %23, %2F and %3F',
      (text) =>
        /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text.replace('@/', '@socket/')) ? text : undefined,
    ),
  ),
  DATABASE_POOL_SIZE: variable('Connections to the database per process.', wholeNumber(2, 200), '10'),
  DATABASE_PREPARED_STATEMENTS: variable(
    'Set it to off behind a pooler that gives each transaction another connection, such as PgBouncer in transaction mode.',
    oneOf('on', 'off'),
    'on',
  ),
  SECRET_KEYS: optional(
    'Secrets that encrypt Social Security numbers and seal codes, separated by commas. The first encrypts, all decrypt. Unless set, the first start makes one in DATA_DIR. Servers on several machines need the same.',
    secrets,
  ),
  SMTP_URL: optional(
    'Mail server, such as smtps://user:password@smtp.example.edu. Without it, mails are .eml files in DATA_DIR/mail.',
    // A query would reach the library and could turn off what we set.
    read('a smtp: or smtps: address without a query', (text) => {
      if (!URL.canParse(text)) return undefined;
      const { protocol, host, search, hash } = new URL(text);
      return ['smtp:', 'smtps:'].includes(protocol) && host !== '' && search + hash === '' ? text : undefined;
    }),
  ),
  SMTP_TLS: variable(
    'off sends mails unencrypted, to an smtp: relay without TLS. With on, smtp: needs STARTTLS, except on this machine.',
    oneOf('on', 'off'),
    'on',
  ),
  MAIL_FROM: optional("Sender of all mails, instead of the partner's.", sender),
  S3_ENDPOINT: optional(
    'S3 address for documents. Without the S3_ variables, documents are in DATA_DIR.',
    url('http:', 'https:'),
  ),
  S3_REGION: optional('S3 region.', anyText),
  S3_BUCKET: optional('S3 bucket.', anyText),
  S3_ACCESS_KEY_ID: optional('S3 access key.', anyText),
  S3_SECRET_ACCESS_KEY: optional('S3 secret.', anyText),
  WORKERS: variable(
    'Where jobs (mails, conversions, PDF copies) run. inline: in this process. none: not in this process. only: this process runs jobs and serves no pages.',
    oneOf('inline', 'none', 'only'),
    'inline',
  ),
  CHROMIUM_PATH: optional(
    'Browser that prints PDF copies. Unless set: /usr/bin/chromium-headless-shell, or else /usr/bin/chromium.',
    filePath,
  ),
  CHROMIUM_SANDBOX: variable(
    'off starts that browser without its own sandbox, for machines whose kernel does not allow one.',
    oneOf('on', 'off'),
    'on',
  ),
  CONVERTER_SANDBOX: variable(
    'off reads uploaded files without bubblewrap, for machines whose kernel does not allow user namespaces. A hostile file could then read files and use the network of this machine. With on, such a machine refuses all documents.',
    oneOf('on', 'off'),
    'on',
  ),
  SOFFICE_PATH: variable('LibreOffice, which converts Word documents.', filePath, '/usr/bin/soffice'),
  SIGNUP_LIMIT_PER_ADDRESS: variable(
    'Sign-ups per hour from one network address. Raise it for a campus behind one address. With a mailbox for developers, ten times as many.',
    wholeNumber(1, 1_000_000),
    '100',
  ),
  OPEN_LIMIT_PER_ADDRESS: variable(
    'How many requests whose body is still arriving, and how many responses that are still being read, one network address may have, and four times as many connections without a request. Beyond that, its oldest one is closed. Raise it for a large campus behind one address.',
    wholeNumber(10, 1_000_000),
    '500',
  ),
  REQUEST_LIMIT_PER_ADDRESS: variable(
    'Requests from one network address that a process works on at once, while more than half of its 2,000 places are taken. Further ones get 503 and are sent again. Requests of somebody who is logged in count for that account instead. Raise it for a campus behind one address.',
    wholeNumber(1, 1_000_000),
    '500',
  ),
  RATE_LIMIT_FACTOR: variable(
    'Multiplies every rate limit per network address and account, and divides the delay of refusals. For load tests.',
    wholeNumber(1, 1_000_000),
    '1',
  ),
  UNCONFIRMED_DAYS: variable(
    'Days after which sign-ups that were never confirmed are deleted.',
    wholeNumber(1, 3650),
    '30',
  ),
  REMINDER_DAYS: variable(
    'Days without a change after which a mail reminds an applicant of an unfinished application, and days between two such mails. 0 sends none.',
    wholeNumber(0, 365),
    '0',
  ),
  DELETE_DRAFTS_DAYS: variable(
    'Days after the last save or login after which an application that was not submitted is deleted. A mail says so 14 days before. 0 deletes none.',
    daysToKeep(15),
    '0',
  ),
  DELETE_SUBMITTED_DAYS: variable(
    'Days after its submission after which an application is deleted. 0 deletes none.',
    daysToKeep(1),
    '0',
  ),
  DELETE_UNFETCHED: variable(
    'on deletes by DELETE_SUBMITTED_DAYS also what no export, key or office link has ever fetched. With off, such applications are kept, and retention --dry-run lists them.',
    oneOf('on', 'off'),
    'off',
  ),
  WEBHOOK_URL: optional(
    'Address that gets a signed POST for every submission, with user and password if it needs them. See docs/operate.md.',
    read('an http: or https: address, with each % in its user and password written as %25', (text) => {
      if (!URL.canParse(text)) return undefined;
      const { protocol, username, password } = new URL(text);
      return ['http:', 'https:'].includes(protocol) && isEncoded(username + password) ? text : undefined;
    }),
  ),
  WEBHOOK_SECRET: optional(
    'Secret that signs those posts, in the form of standardwebhooks.com. The receiver needs the same. While it changes, two, separated by a comma: each post has both signatures.',
    read('whsec_ and the base64 of 24 to 64 random bytes; several are separated by commas', (text) => {
      const keys = text.split(',').map((part) => webhookKey(part.trim()));
      return keys.every((key) => key !== undefined) ? keys : undefined;
    }),
  ),
  METRICS_TOKEN: optional(
    'Bearer token for GET /metrics. Without it, only programs on this machine can read the metrics.',
    read(`a text of at least ${METRICS_TOKEN_MIN_CHARS} characters without spaces`, (text) =>
      text.length >= METRICS_TOKEN_MIN_CHARS && !/\s/.test(text) ? text : undefined,
    ),
  ),
  WORKER_PORT: optional(
    'Port on which a process with WORKERS=only answers /healthz, /readyz and /metrics. Without it, such a process listens on no port.',
    wholeNumber(0, 65_535),
  ),
  SYSTEM_PACKAGES: variable(
    'off forbids npm start, npm test, npm run dev and npm run demo to install Debian packages. They name what is missing.',
    oneOf('on', 'off'),
    'on',
  ),
  _: optional(
    'Set by shells to the program that they start: nohup keeps a server after its terminal.',
    anyText,
  ),
  npm_lifecycle_event: optional(
    'Set by npm. A server that npm has started stops when npm has ended.',
    anyText,
  ),
} as const;
