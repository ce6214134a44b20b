import type { ServerError } from '#api/errors.ts';
import { isAlreadySubmitted, isFinal, isLasting, isUntouched } from '#api/refusals.ts';
import type { Clock } from '#device/clock.ts';
import { agreeing } from './account-side.ts';
import type { Draft, WaitingAnswer } from './draft.ts';
import type { Wire } from './outbox-parts.ts';
import type { AccountSide } from './records.ts';
import { acknowledged, attempted, declined } from './sent-side.ts';

/** Sends answers, and notes in the draft what the account has, may have, or refused. */
export class AnswerSender {
  readonly #draft: Draft;
  readonly #wire: Pick<Wire, 'putAnswers'>;
  readonly #onAlreadySubmitted: () => void;
  readonly #clock: Pick<Clock, 'now'>;
  /** Sends answers one by one, after a batch was refused without naming the keys at fault. */
  #isOneByOne = false;

  constructor(
    draft: Draft,
    wire: Pick<Wire, 'putAnswers'>,
    onAlreadySubmitted: () => void,
    clock: Pick<Clock, 'now'>,
  ) {
    this.#draft = draft;
    this.#wire = wire;
    this.#onAlreadySubmitted = onAlreadySubmitted;
    this.#clock = clock;
  }

  /** Call when all answers are sent: the next ones may go together again. */
  together(): void {
    this.#isOneByOne = false;
  }

  /**
   * Sends these answers, or the first of them. A value that the server refuses is marked, so that the others can
   * still be sent.
   *
   * @throws any error but a final refusal
   */
  async send(answers: readonly WaitingAnswer[]): Promise<void> {
    const batch = this.#isOneByOne ? answers.slice(0, 1) : answers;
    const { owner } = this.#draft;
    const now = this.#clock.now();
    // Store the value as sent first: if the response is lost, this device still recognizes its own value.
    this.#mark(batch, (side, value) => attempted(side, value, now));
    await this.#draft.flush();
    try {
      await this.#wire.putAnswers(Object.fromEntries(batch.map(({ key, value }) => [key, value])));
    } catch (error) {
      if (owner !== this.#draft.owner) throw error;
      if (isUntouched(error)) this.#mark(batch, (side, value) => declined(side, value));
      if (!isFinal(error)) throw error;
      this.#refuse(batch, error);
      return;
    }
    if (owner === this.#draft.owner) this.#mark(batch, acknowledged);
  }

  #refuse(batch: readonly WaitingAnswer[], error: ServerError): void {
    const isSubmitted = isAlreadySubmitted(error);
    if (isSubmitted) this.#onAlreadySubmitted();
    const named = batch.filter(({ key }) => error.errors[key] !== undefined);
    if (named.length === 0 && batch.length > 1 && !isSubmitted) {
      this.#isOneByOne = true;
      this.#mark(batch, (side, value) => declined(side, value));
      return;
    }
    const isAtFault = new Set((named.length > 0 ? named : batch).map(({ key }) => key));
    this.#mark(batch, (side, value, key) =>
      isAtFault.has(key)
        ? declined(side, value, {
            message: error.errors[key]?.[0] ?? error.message,
            isLasting: isLasting(error),
          })
        : declined(side, value),
    );
  }

  #mark(
    batch: readonly WaitingAnswer[],
    next: (side: AccountSide, value: string, key: string) => AccountSide,
  ): void {
    const sides = batch.map(({ key, value }) => {
      const side = this.#draft.side(key) ?? agreeing('');
      return [key, next(side, value, key)] as const;
    });
    this.#draft.put({ sides: new Map(sides) });
  }
}
