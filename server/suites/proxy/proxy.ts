import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Member } from '../cluster/members.ts';
import { freePort } from '../free-port.ts';
import { Browser } from '../http.ts';
import { judgeConversions } from '../judge-documents.ts';
import { Mailbox } from '../mailbox.ts';
import { startSharedPostgres } from '../postgres.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { PASSWORD, VirtualApplicant } from '../virtual-applicant.ts';
import { judgeBrowser } from './judge-browser.ts';
import { judgeRequests } from './judge-requests.ts';
import { judgeSignIn } from './judge-sign-in.ts';
import { judgeTags } from './judge-tags.ts';
import { isMissing, startNginx } from './nginx.ts';

const NUM_WRITERS = 20;
const THINK_MS = 15;
const CALM_MS = 500;

/** Tries the shipped file, and other proxies that change the responses. */
export async function runProxy(options: SuiteOptions): Promise<Report> {
  const reports = [await judgeTags(options), await judgeSignIn(options), await runBehindNginx(options)];
  return {
    figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
    violations: reports.flatMap(({ violations }) => violations),
    skipped: [...new Set(reports.flatMap(({ skipped = [] }) => skipped))],
  };
}

/**
 * Runs two web processes and a worker behind nginx with the shipped file and a certificate of its own. Restarts the web
 * processes in turn under load: `runs` times.
 */
async function runBehindNginx({ runs, folder, say }: SuiteOptions): Promise<Report> {
  if (isMissing)
    return {
      figures: {},
      violations: [],
      skipped: ['There is no nginx; "apt-get install nginx" brings it.'],
    };
  const dataDir = join(folder, 'shared');
  const postgres = await startSharedPostgres(folder);
  const ports = [await freePort(), await freePort()];
  const nginx = await startNginx(join(folder, 'nginx'), ports);
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_POOL_SIZE: '5',
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: nginx.url,
    SIGNUP_LIMIT_PER_ADDRESS: '1000',
    SECRET_KEYS: randomBytes(32).toString('base64url'),
  };
  const web = ports.map(
    (port, index) => new Member(`web ${index + 1}`, false, dataDir, { ...env, PORT: String(port) }),
  );
  const worker = new Member('worker', true, dataDir, env);
  try {
    await Promise.all([...web, worker].map((member) => member.start()));
    const mailbox = new Mailbox(dataDir);
    const applicants = Array.from(
      { length: NUM_WRITERS },
      (_, index) => new VirtualApplicant(`applicant-${index}@example.com`, new Browser(() => nginx.url)),
    );
    await Promise.all(applicants.map((applicant) => applicant.signUp(mailbox)));
    say(`${NUM_WRITERS} applicants have signed up over https.`);
    const [first] = applicants as [VirtualApplicant];
    const violations = await judgeRequests({ nginx, applicant: first, webPorts: ports, say });
    violations.push(...(await judgeConversions(first)));
    const shown = await judgeBrowser(nginx.url, { username: first.username, password: PASSWORD });
    violations.push(...shown);
    say('A browser has installed the worker, and opened the form without a network.');

    const load = new AbortController();
    const work = Promise.all(
      applicants.map(async (applicant) => {
        while (!load.signal.aborted) {
          await applicant.save();
          await sleep(THINK_MS);
        }
      }),
    );
    for (let run = 0; run < runs; run += 1) {
      const member = web[run % web.length]!;
      await sleep(CALM_MS);
      const code = await member.end('SIGTERM');
      if (code !== 0) violations.push(`${member.name} ended with code ${code} on SIGTERM.`);
      await member.start();
      say(`${run + 1} of ${runs}: ${member.name} was restarted under load.`);
    }
    load.abort();
    await work;
    for (const applicant of applicants) {
      const { body } = await applicant.profile();
      violations.push(...applicant.surprises, ...applicant.ledger.violations(body.answer));
    }
    if (nginx.log().includes('?')) violations.push('The log of nginx has a query.');
    const refused = [...nginx.log().matchAll(/"PUT \/api\/answer" (?!200)\d+/g)];
    if (refused.length > 0) violations.push(`${refused.length} saves were refused.`);
    const acknowledged = applicants.reduce((sum, { ledger }) => sum + ledger.numAcknowledged, 0);
    return {
      figures: { restarts: runs, acknowledgedSaves: acknowledged },
      violations,
    };
  } finally {
    await Promise.all([...web, worker].map((member) => member.end('SIGKILL')));
    await nginx.stop();
    await postgres.stop();
  }
}
