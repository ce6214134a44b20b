import type { Device } from '#device/device.ts';
import type { SharedRecords } from '#device/shared-records.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import { setterOf } from '#form/change.ts';
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { questionFor } from '#form/form.ts';
import { UNFINISHED_SUFFIX } from '#form/keys.ts';
import type { AnswerStore } from './answer-store.ts';
import { continued } from './continued.ts';
import type { Draft } from './draft.ts';
import { answerPrefix, isKeptAnswer } from './records.ts';

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

  /**
   * Brings together a draft that is read only now and what was entered before. An entry replaces the stored answer and
   * clears those it hides; in a field that a reload has blanked, it continues the stored text. A date begun replaces a
   * whole one.
   */
  joinStored(stored: ReadonlyMap<string, DeviceRecord>, early: ReadonlySet<string>): void {
    const { draft, store } = this.#parts;
    const prefix = answerPrefix(draft.owner);
    const before: Record<string, string> = {};
    const next: Record<string, string> = {};
    const set = setterOf(before, next, store.today);
    store.tell();
    for (const [name, { value }] of stored)
      if (name.startsWith(prefix) && isKeptAnswer(value)) before[name.slice(prefix.length)] = value;
    for (const entered in store.getAll()) {
      const key = questionFor(entered.replace(UNFINISHED_SUFFIX, ''))?.key;
      const isBlankAgain = key !== entered && store.get(entered) === EMPTY_ANSWER;
      if (key === undefined || isBlankAgain || !early.has(prefix + entered)) continue;
      const value = store.get(key);
      const isContinued = key === this.#options.continuedKey?.();
      const joined = isContinued ? continued(key, before[key] ?? EMPTY_ANSWER, value) : value;
      set(key, joined);
      next[key] = joined;
    }
    draft.put({ answers: new Map(Object.entries(next)) });
  }
}
