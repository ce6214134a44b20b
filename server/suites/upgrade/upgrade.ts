import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { readAnswers } from '#form/read-answer.ts';
import { freePort } from '../free-port.ts';
import { Browser } from '../http.ts';
import { Mailbox } from '../mailbox.ts';
import type { Report, SuiteOptions } from '../report.ts';
import { VirtualApplicant } from '../virtual-applicant.ts';
import { Device } from './device.ts';
import { fetchReleaseBefore, type Release, thisRelease } from './release.ts';

const KEY = 'college_transcript';
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 500;

/**
 * Upgrades a filled installation from the previous release to this one, back, and up again: its database, its storage,
 * and the devices of a visitor with a draft, of an applicant with an answer and a file that wait, and of one who has
 * the form open all the time. That is one run.
 */
export async function runUpgrade({ runs, folder, say }: SuiteOptions): Promise<Report> {
  say('Installing and building the previous release …');
  const before = await fetchReleaseBefore(join(folder, 'release-before'));
  if (typeof before === 'string') return { figures: {}, violations: [], skipped: [before] };
  const violations: string[] = [];
  let upgrades = 0;
  for (let run = 1; run <= runs; run += 1) {
    const tour = await Tour.begin(join(folder, `run-${run}`), before);
    try {
      await tour.fill();
      for (const release of [thisRelease, before, thisRelease]) {
        await tour.changeTo(release);
        upgrades += 1;
        say(`Run ${run}: ${release.name} after ${upgrades} changes`);
      }
    } finally {
      await tour.end();
    }
    violations.push(...tour.violations.map((sentence) => `Run ${run}: ${sentence}`));
  }
  return { figures: { changes: upgrades }, violations };
}

class Tour {
  readonly violations: string[] = [];
  readonly #folder: string;
  readonly #url: string;
  readonly #env: Readonly<Record<string, string>>;
  #release: Release;
  #server: Awaited<ReturnType<Release['start']>>;
  /** The applicant whose form stays open while the release changes. */
  #writer: Device | undefined;
  #letters = 0;
  #changes = 0;

  private constructor(
    folder: string,
    url: string,
    env: Readonly<Record<string, string>>,
    release: Release,
    server: Awaited<ReturnType<Release['start']>>,
  ) {
    this.#folder = folder;
    this.#url = url;
    this.#env = env;
    this.#release = release;
    this.#server = server;
  }

  static async begin(folder: string, release: Release): Promise<Tour> {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = { DATA_DIR: join(folder, 'data'), PORT: String(port), PUBLIC_URL: url };
    return new Tour(folder, url, env, release, await release.start(env));
  }

  /** Fills the installation and the devices with the previous release. */
  async fill(): Promise<void> {
    await this.#release.admin(this.#env, 'seed');
    const mailbox = new Mailbox(join(this.#folder, 'data'));
    for (const name of ['applicant', 'writer'])
      await new VirtualApplicant(`${name}@example.org`, new Browser(() => this.#url)).signUp(mailbox);

    const visitor = await this.#device('visitor');
    await visitor.goesTo('/about');
    await visitor.types('first_name', 'Vera');
    await visitor.reads(/^Saved on this device/);
    await visitor.workerIsReady();
    await visitor.context.close();

    const applicant = await this.#device('applicant');
    await applicant.comesBack('applicant@example.org');
    await applicant.reads(/^Saved to your account/);
    await applicant.workerIsReady();
    await applicant.page.getByRole('link', { name: 'Education' }).click();
    await applicant.page.getByRole('button', { name: 'Add another college' }).waitFor();
    await applicant.context.setOffline(true);
    await applicant.types('college_city', 'Erie');
    const document = await PDFDocument.create();
    document.addPage().drawText('Transcript of records');
    const buffer = Buffer.from(await document.save());
    const transcript = applicant.page.locator(`input[name=${KEY}]`);
    await transcript.setInputFiles({ name: 'transcript.pdf', mimeType: 'application/pdf', buffer });
    await applicant.reads(/Waiting for a connection/);
    await applicant.reads(/^Offline: /);
    await applicant.context.close();

    this.#writer = await this.#device('writer');
    await this.#writer.comesBack('writer@example.org');
    await this.#write();
    await this.#writer.reads(/^Saved to your account/);
  }

  /** Stops the server, starts that of another release on the same folder, and checks what everybody finds. */
  async changeTo(release: Release): Promise<void> {
    const exported = await this.#exported();
    await this.#server.stop();
    await this.#write();
    this.#server = await release.start(this.#env);
    this.#release = release;
    this.#changes += 1;
    const now = await this.#exported();
    for (const [username, answers] of exported)
      if (username !== 'writer@example.org' && now.get(username) !== answers)
        this.#fault(`the application of ${username} has changed.`);
    await this.#letWriterGoOn();
    await this.#letVisitorGoOn();
    await this.#letApplicantGoOn();
  }

  async end(): Promise<void> {
    await this.#writer?.context.close();
    await this.#server.stop();
  }

  /** The form is open, and another letter is typed into it, whether or not a server runs. */
  async #write(): Promise<void> {
    this.#letters += 1;
    await this.#writer?.page.locator('[name=first_name]').press('End');
    await this.#writer?.page.locator('[name=first_name]').pressSequentially('o');
  }

  async #letWriterGoOn(): Promise<void> {
    if (this.#writer === undefined) return;
    await this.#write();
    await this.#untilSaved(this.#writer, 'first_name', 'o'.repeat(this.#letters));
  }

  async #letVisitorGoOn(): Promise<void> {
    const visitor = await this.#device('visitor');
    await visitor.goesTo('/about');
    const expected = `Vera${'!'.repeat(this.#changes - 1)}`;
    const found = await until(expected, () => visitor.value('first_name'));
    if (found !== expected)
      this.#fault(`the draft of the visitor says "${String(found)}", not "${expected}".`);
    await visitor.types('first_name', `Vera${'!'.repeat(this.#changes)}`);
    await visitor.reads(/^Saved on this device/);
    await visitor.context.close();
  }

  async #letApplicantGoOn(): Promise<void> {
    const applicant = await this.#device('applicant');
    await applicant.comesBack('applicant@example.org');
    await this.#untilSaved(applicant, 'college_city', 'Erie');
    const status = await until(
      'COMPLETED',
      async () => (await applicant.account('document-answer'))[KEY]?.['status'],
    );
    if (status !== 'COMPLETED') this.#fault(`the file of the applicant is ${String(status)}.`);
    await applicant.context.close();
  }

  async #untilSaved(device: Device, key: string, value: string): Promise<void> {
    const found = await until(value, async () => (await device.account('profile'))['answer']?.[key]);
    if (found !== value) this.#fault(`${key} is "${String(found)}" in the account, not "${value}".`);
  }

  /** The answers of every application, by address, tidied as this release does: earlier ones do not. */
  async #exported(): Promise<ReadonlyMap<string, string>> {
    const lines = (await this.#release.admin(this.#env, 'export')).trim().split('\n');
    return new Map(
      lines.map((line) => {
        const { username, answer } = JSON.parse(line);
        return [username, JSON.stringify(readAnswers(answer))];
      }),
    );
  }

  #device(name: string): Promise<Device> {
    return Device.open(name, join(this.#folder, 'devices'), this.#url);
  }

  #fault(sentence: string): void {
    this.violations.push(`With ${this.#release.name}, ${sentence}`);
  }
}

/** Repeats `look` until the wanted value is found, or time is up. Returns the last value. */
async function until(wanted: string, look: () => Promise<unknown>): Promise<unknown> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found === wanted || performance.now() > end) return found;
    await sleep(LOOK_EVERY_MS);
  }
}
