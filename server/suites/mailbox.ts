import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEml } from '#server/adapters/eml.ts';

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 40;

export interface WrittenMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The id of the job that sent it. A mail sent twice has the same id. */
  readonly id: string;
}

/** The mails that a server without SMTP_URL has written into its data folder. */
export class Mailbox {
  readonly #folder: string;
  readonly #read = new Map<string, WrittenMail>();

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail');
  }

  async all(): Promise<WrittenMail[]> {
    const names = (await readdir(this.#folder)).filter((name) => /^[^.].*\.eml$/.test(name)).sort();
    for (const name of names) {
      if (this.#read.has(name)) continue;
      const mail = await readEml(await readFile(join(this.#folder, name), 'utf8'));
      this.#read.set(name, { ...mail, id: name.slice('2026-11-21T00-00-00.000Z-'.length, -'.eml'.length) });
    }
    return [...this.#read.values()];
  }

  /** Waits for the newest confirmation code of an address and returns it. */
  async code(username: string): Promise<string> {
    const until = performance.now() + PATIENCE_MS;
    while (performance.now() < until) {
      const mails = (await this.all()).filter(({ to }) => to === username);
      const code = mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).findLast((found) => found);
      if (code !== undefined) return code;
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error(`No code for ${username} came.`);
  }
}
