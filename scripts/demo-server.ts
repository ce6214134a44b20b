// Starts a server, adds the made-up applicants, and prints where to look. `npm run demo` calls it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { DAY_MS } from '#server/adapters/clock.ts';
import { SEED_PASSWORD } from '#server/cli/commands/seed.ts';
import { makeContext } from '#server/context.ts';
import { makeSeeding } from '#server/seeds/seeding.ts';
import { readEnv } from '#server/env.ts';
import { seedApplicants } from '#server/seeds/applicants.ts';

/** One who has completed the first page and nothing else. */
const DRAFT_APPLICANT = 'first.page@applicant.example';
const OFFICE_LINK_MS = 30 * DAY_MS;
const SERVICE_LINK_MS = 72 * 3_600_000;

const server = spawn(process.execPath, ['build/server.js'], {
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

/** Shows the first applicant, who has submitted with a transcript and a résumé, as soon as they are there. */
async function show(url: string, mailbox: string): Promise<void> {
  console.log(`\nForm             ${url}\nMailbox          ${mailbox}`);
  const context = await makeContext(readEnv(), { log: pino({ level: 'warn' }), role: 'join' });
  const office = await context.officeLinks.issue('Demo', OFFICE_LINK_MS, { mayAct: true, programs: [] });
  console.log(`Office           ${url}/office?token=${office}`);
  const seeding = makeSeeding(context);
  for (const [index, seed] of seedApplicants.entries()) {
    await seeding.add(seed, SEED_PASSWORD);
    if (index === 0) {
      const { id = '' } = (await context.applicants.find(seed.username)) ?? {};
      const { token } = await context.tokens.issueServiceToken(id, SERVICE_LINK_MS);
      console.log(`One application  ${url}/about?service_token=${token}\n\nAdding made-up applicants …`);
    } else console.log(`${index + 1} of ${seedApplicants.length}`);
  }
  await context.close();
  console.log(
    `\nTo continue a draft, log in as ${DRAFT_APPLICANT}.\nThe password is ${SEED_PASSWORD}.\nCtrl-C ends the demo.`,
  );
}
