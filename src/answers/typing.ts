import type { Device } from '#device/device.ts';
import type { SharedRecords } from '#device/shared-records.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { UNFINISHED_SUFFIX } from '#form/keys.ts';
import type { AnswerStore } from './answer-store.ts';
import { continued } from './continued.ts';
import type { Draft } from './draft.ts';
import { ANONYMOUS, answerPrefix, isKeptAnswer } from './records.ts';

export interface TypingOptions {
  /** True if the browser restored this value from an earlier visit. A stored draft then wins over it. */
  readonly isPutBack?: (key: string) => boolean;
  /** The field in which a reload has put the focus back: what is entered there continues the stored text. */
  readonly continuedKey?: () => string | undefined;
}

interface TypingParts {
  readonly device: Device;
  readonly records: SharedRecords;
  readonly draft: Draft;
  readonly store: AnswerStore;
}

/** Brings what is typed on this page into the draft, before and after the device is read. */
export class Typing {
  readonly #parts: TypingParts;
  readonly #options: TypingOptions;
  #hasAskedToPersist = false;
  /** Keys whose value the browser restored and nobody has changed since. */
  readonly #putBack = new Set<string>();

  constructor(parts: TypingParts, options: TypingOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Notes whether an entry is typed or restored. */
  note(key: string, changed: readonly string[]): void {
    const isPutBack = this.#options.isPutBack?.(key.replace(UNFINISHED_SUFFIX, '')) === true;
    for (const one of changed) {
      if (isPutBack) this.#putBack.add(one);
      else this.#putBack.delete(one);
    }
  }

  /** Stores typed changes in the draft. Values restored by the browser yield to a draft not read yet. */
  keep(changes: Readonly<Record<string, string>>, before: Answers): void {
    const { device, records, draft } = this.#parts;
    for (const yields of [true, false]) {
      const some = Object.entries(changes).filter(
        ([key]) => (!records.isOpen && this.#putBack.has(key)) === yields,
      );
      draft.typed(Object.fromEntries(some), (key) => before[key] ?? EMPTY_ANSWER, yields);
    }
    if (this.#hasAskedToPersist) return;
    this.#hasAskedToPersist = true;
    void device.persist();
  }

  /** Letters typed on in a field that a reload has blanked continue the stored text. */
  continueStored(
    stored: ReadonlyMap<string, DeviceRecord>,
    early: ReadonlySet<string>,
  ): ReadonlyMap<string, unknown> {
    const { store } = this.#parts;
    const key = this.#options.continuedKey?.() ?? '';
    const name = `${answerPrefix(ANONYMOUS)}${key}`;
    store.tell();
    const text = stored.get(name)?.value;
    return early.has(name) && isKeptAnswer(text)
      ? new Map([[name, continued(key, text, store.get(key))]])
      : new Map();
  }
}
