import { expect } from 'playwright/test';
import type { TestServer } from './server.ts';

type Mailbox = Pick<TestServer, 'mailbox'>;

/** A mail as the mailbox lists it for programs. The newest mail is first. */
interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** All mails to this address, newest first. */
async function mailsTo(server: Mailbox, address: string): Promise<readonly Letter[]> {
  const response = await fetch(`${server.mailbox}.json`);
  const letters: Letter[] = response.ok ? await response.json() : [];
  return letters.filter(({ to }) => to.toLowerCase() === address.toLowerCase());
}

/** The codes in all confirmation mails to this address. */
export async function codesFor(server: Mailbox, address: string): Promise<readonly string[]> {
  const mails = await mailsTo(server, address);
  return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
}

/** Waits for a mail to this address that matches. Returns subject and text of the newest. */
export async function newestMailTo(server: Mailbox, address: string, matching: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        found = (await mailsTo(server, address))
          .map(({ subject, text }) => `${subject}\n\n${text}`)
          .find((mail) => matching.test(mail));
        return found;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  return found ?? '';
}

/** The six digits in the newest confirmation mail. */
export async function confirmationCodeFor(server: Mailbox, address: string): Promise<string> {
  const mail = await newestMailTo(server, address, /\b\d{6}\b/);
  const code = /\b(\d{6})\b/.exec(mail)?.[1];
  if (code === undefined) throw new Error('The mail holds no code.');
  return code;
}
