// Starts a server, adds the made-up applicants, and prints where to look. `npm run demo` calls it.
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** A made-up applicant who has submitted, with a transcript and a résumé. */
const SHOWN_APPLICANT = 'grace.murray@applicant.example';
/** One who has completed the first page and nothing else. */
const DRAFT_APPLICANT = 'first.page@applicant.example';

const server = spawn(process.execPath, ['server/main.ts'], {
  env: { ...process.env, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' },
  stdio: ['inherit', 'pipe', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));

const lines = createInterface({ input: server.stdout });
let form = '';
lines.on('line', (line) => {
  form = /^The application form is at (http\S+)/.exec(line)?.[1] ?? form;
  // The last line of a start.
  if (!line.startsWith('Mails go to ')) return;
  const [, mailbox = 'none'] = / can be read at (http\S+)$/.exec(line) ?? [];
  show(form, mailbox).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    server.kill();
  });
});

async function show(url: string, mailbox: string): Promise<void> {
  console.log('Adding made-up applicants …');
  const seeded = await admin(url, 'seed');
  const office = await admin(url, 'office-link', '--for', 'Demo');
  const service = await admin(url, 'service-link', SHOWN_APPLICANT);
  console.log(
    [
      '',
      `Form             ${url}`,
      `Mailbox          ${mailbox}`,
      `One application  ${service}`,
      `Office           ${office}`,
      '',
      seeded.split('\n').at(-1),
      `To continue a draft, log in as ${DRAFT_APPLICANT}.`,
      'Ctrl-C ends the demo.',
    ].join('\n'),
  );
}

/** Runs an operator's command beside the server, and returns what it prints. */
async function admin(url: string, ...words: readonly string[]): Promise<string> {
  const env = { ...process.env, PUBLIC_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/admin.ts', ...words], { env });
  return stdout.trim();
}
