import type { Mail, Mailer } from '#server/adapters/mail.ts';

type Wanted = (mail: Mail) => boolean;

/** Keeps mails in memory and lets tests wait for one without sleeping. */
export class TestMailer implements Mailer {
  readonly destination = 'memory';
  readonly sent: Mail[] = [];
  /** Errors that the next calls of `send` throw, in order. */
  readonly failures: Error[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #taken = new Set<Mail>();

  readonly #ids = new Map<Mail, string>();

  async send(mail: Mail, id = ''): Promise<void> {
    const failure = this.failures.shift();
    if (failure) throw failure;
    this.sent.push(mail);
    this.#ids.set(mail, id);
    for (const look of [...this.#waiting]) look();
  }

  /** The id that a mail was sent under. */
  idOf(mail: Mail): string {
    return this.#ids.get(mail) ?? '';
  }

  async fault(): Promise<undefined> {}

  close(): void {}

  /** Waits for the next mail to an address that no earlier call returned. */
  async next(to: string, isWanted: Wanted = () => true): Promise<Mail> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.sent.find((mail) => mail.to === to && !this.#taken.has(mail) && isWanted(mail));
        if (found === undefined) return;
        this.#waiting.delete(look);
        this.#taken.add(found);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Returns the six digits of the next confirmation mail. */
  async code(to: string): Promise<string> {
    const { text } = await this.next(to, (mail) => mail.subject.includes('confirmation code'));
    return /\b\d{6}\b/.exec(text)?.[0] ?? '';
  }

  /** Returns the id in the link of the next mail about a new password. */
  async resetId(to: string): Promise<string> {
    const { text } = await this.next(to, (mail) => mail.subject.includes('choose a new password'));
    const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
    return new URL(link).searchParams.get('id') ?? '';
  }
}
