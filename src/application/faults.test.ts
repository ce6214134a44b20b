import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { AnswerKey } from '#form/keys.ts';
import { Dice } from '#testing/dice.ts';
import { FakeAccount, type Fault } from '#testing/fake-account.ts';
import { steppingClock } from '#testing/stepping-clock.ts';
import { Tab } from '#testing/tab.ts';
import { testEach } from '#testing/test-each.ts';
import { pendingIn, waitingCalls } from './select.ts';
import { conflictsIn } from './account/select.ts';

const ANN = 'ann@example.org';
const KEYS: readonly AnswerKey[] = ['first_name', 'last_name', 'middle_name', 'preferred_name'];
/** Run more schedules: `SCHEDULES=1000 SEED=1 npx vitest run src/application/faults.test.ts`. */
const { SCHEDULES = '20', SEED = '1' } = import.meta.env;
const FIRST_SEED = Number(SEED);
const STEPS = 40;
const FAULTS: readonly Fault[] = [
  'lost-request',
  'lost-response',
  'lost-response',
  'stray',
  'unauthorized',
  'not-json',
  { status: 500 },
  { status: 503, retryAfterMs: 10 },
  { status: 429, retryAfterMs: 10 },
];

/** Long enough that the account is always read again before a change is sent. */
const STEP_MS = 2000;
const time = steppingClock(STEP_MS);

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const seeds = Array.from({ length: Number(SCHEDULES) }, (_, index) => FIRST_SEED + index);

const schedules = seeds.flatMap((seed) => [
  { seed, tabs: 'tabs that hear each other' },
  { seed, tabs: 'tabs that look at the device' },
]);

testEach(schedules)(
  'nothing is lost or replaced unseen in schedule $seed, $tabs',
  { short: 20 },
  async ({ seed, tabs }) => {
    globalThis.indexedDB = new IDBFactory();
    if (tabs === 'tabs that look at the device') {
      vi.stubGlobal('BroadcastChannel', undefined);
      vi.stubGlobal('navigator', {});
    }
    const world = new World(seed);
    try {
      await world.begin();
      for (let step = 0; step < STEPS; step += 1) await world.step();
      await world.settle();
      world.judge();
    } catch (error) {
      throw new Error(`${String(error)}\n${world.log.join('\n')}`, { cause: error });
    } finally {
      world.end();
    }
  },
);

class World {
  readonly log: string[] = [];
  readonly #dice: Dice;
  readonly #account = new FakeAccount();
  readonly #tabs: Tab[] = [];
  /** The value that each answer must have in the end. */
  readonly #expected = new Map<AnswerKey, string>();
  /** Another device's values that no tab has shown yet. */
  readonly #unseen = new Map<string, string>();
  readonly #overruled: string[] = [];
  /** The last choice between tabs of the form. */
  #chosenTab: string | undefined;
  #counter = 0;

  constructor(seed: number) {
    this.#dice = new Dice(seed);
  }

  async begin(): Promise<void> {
    this.#account.onPut = (changed) => this.#judgePut(changed);
    await this.#open();
  }

  async step(): Promise<void> {
    const dice = this.#dice;
    const tab = dice.oneOf(this.#tabs);
    time.skip();
    const key = dice.oneOf(KEYS);
    await this.#logInAgain();
    switch (dice.below(14)) {
      case 0:
      case 1:
      case 2:
      case 3:
        this.#type(tab, key);
        return;
      case 4:
      case 5:
        this.log.push(`save in tab ${this.#name(tab)}`);
        await tab.app.save();
        return;
      case 6:
      case 7: {
        const fault = dice.oneOf(FAULTS);
        this.log.push(`next call: ${JSON.stringify(fault)}`);
        this.#account.faults.push(fault);
        return;
      }
      case 8:
        this.log.push('a moment passes');
        await this.#pass(dice.below(4));
        return;
      case 9:
        if (this.#tabs.length < 3) await this.#open();
        return;
      case 10: {
        // A letter is stored within half a second. Only then may the tab be killed.
        await Promise.all(this.#tabs.map((other) => other.app.save(0)));
        await this.#pass(5);
        this.log.push(`kill tab ${this.#name(tab)}`);
        tab.kill();
        this.#tabs.splice(this.#tabs.indexOf(tab), 1);
        if (this.#tabs.length === 0) await this.#open();
        return;
      }
      case 11:
        this.#letStrayArrive();
        return;
      case 12:
        this.#counter += 1;
        this.#chosenTab = `tab ${this.#counter}`;
        this.log.push(`choose ${this.#chosenTab} in tab ${this.#name(tab)}`);
        tab.app.dispatch({
          type: 'called',
          operation: { kind: 'tabs', tab_id: 'experience', chosen_tab: this.#chosenTab },
        });
        return;
      default:
        this.#changeElsewhere(key);
    }
  }

  /** Ends all faults, and decides every conflict. */
  async settle(): Promise<void> {
    this.#account.faults.length = 0;
    await this.#logInAgain();
    while (this.#account.strays.length > 0) this.#letStrayArrive();
    // A new tab reads the changes of other devices.
    await this.#open();
    // Longer than the longest wait between two attempts.
    for (let waited = 0; waited < 60_000; waited += STEP_MS) await time.step();
    for (let round = 0; round < 10; round += 1) {
      await time.step();
      for (const tab of this.#tabs) {
        await tab.app.catchUp();
        await tab.app.save();
        await this.#decide(tab);
      }
    }
  }

  judge(): void {
    expect(this.#overruled).toEqual([]);
    for (const [key, value] of this.#expected) {
      expect(this.#account.answers[key], `${key} on the account`).toBe(value);
      for (const tab of this.#tabs) {
        expect(tab.app.get(key), `${key} in tab ${this.#name(tab)}`).toBe(value);
      }
    }
    for (const tab of this.#tabs) {
      expect(tab.app.status.text).toBe('Saved to your account');
      expect(pendingIn(tab.app.state)).toBe(0);
      expect(waitingCalls(tab.app.state)).toEqual([]);
    }
    const sentTabs = this.#account.operations.map((sent) => sent.kind === 'tabs' && sent.chosen_tab);
    if (this.#chosenTab !== undefined) expect(sentTabs).toContain(this.#chosenTab);
  }

  /** Records an overwritten value of another device that a tab had read but the applicant had not seen. */
  #judgePut(changed: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(changed)) {
      const unseen = this.#unseen.get(key);
      const couldKnow = this.#account.lastRead[key] === unseen && this.#account.answers[key] === unseen;
      if (unseen === undefined || !couldKnow || value === unseen) continue;
      this.#overruled.push(`${key} = ${unseen} by ${value}`);
    }
  }

  end(): void {
    for (const tab of this.#tabs) tab.kill();
  }

  #type(tab: Tab, key: AnswerKey): void {
    this.#counter += 1;
    const value = `here ${this.#counter}`;
    const shown = tab.app.get(key);
    this.log.push(`type ${key} = ${value} over "${shown}" in tab ${this.#name(tab)}`);
    if (shown === this.#unseen.get(key)) this.#unseen.delete(key);
    tab.app.set(key, value);
    this.#expected.set(key, value);
  }

  /** Changes an answer on another device. If this device has no unsent change of it, it must accept the value. */
  #changeElsewhere(key: AnswerKey): void {
    this.#counter += 1;
    const value = `elsewhere ${this.#counter}`;
    const before = this.#account.answers[key] ?? '';
    this.log.push(`elsewhere: ${key} = ${value} over "${before}"`);
    this.#account.changeElsewhere({ [key]: value });
    if ((this.#expected.get(key) ?? '') === before) this.#expected.set(key, value);
    else this.#unseen.set(key, value);
  }

  /** Decides conflicts one at a time, as the dialog does. */
  async #decide(tab: Tab): Promise<void> {
    for (;;) {
      const [conflict] = conflictsIn(tab.app.state);
      if (conflict === undefined) return;
      const { mine, theirs } = conflict;
      const key = KEYS.find((known) => known === conflict.key);
      if (key === undefined) throw new Error(`Asked about ${conflict.key}.`);
      const keeps = this.#dice.oneOf(['mine', 'theirs'] as const);
      this.log.push(`choose ${keeps} of ${mine} and ${theirs} in tab ${this.#name(tab)}`);
      this.#expected.set(key, keeps === 'mine' ? mine : theirs);
      this.#unseen.delete(key);
      await tab.app.journal.sync();
      tab.app.dispatch({ type: 'chosen', values: { [key]: keeps === 'mine' ? mine : theirs } });
      // A person who goes on to another tab takes longer than this.
      await tab.app.journal.flush();
    }
  }

  #letStrayArrive(): void {
    const stray = this.#account.strays.shift();
    if (stray === undefined) return;
    this.log.push('a request that was given up arrives');
    const before = { ...this.#account.answers };
    // A late request is not this device's fault, so do not judge it.
    const overruled = this.#overruled.length;
    stray();
    this.#overruled.length = overruled;
    for (const key of KEYS) {
      // A device cannot detect that its late request undid another device's change.
      const isUndone = before[key] !== this.#account.answers[key] && before[key]?.startsWith('elsewhere');
      if (isUndone === true) this.#expected.delete(key);
    }
  }

  /** Sends every tab to the login after a session has ended, as the application does. */
  async #logInAgain(): Promise<void> {
    const ended = this.#tabs.find(({ heard }) => heard.includes('unauthorized'));
    if (ended === undefined) return;
    this.log.push(`logged out in tab ${this.#name(ended)}, and in again`);
    await ended.app.leave('expired');
    await this.#pass(5);
    for (const tab of this.#tabs) {
      tab.heard.length = 0;
      if (tab.app.state.who.is === 'applicant') await tab.app.leave('expired');
    }
    this.#account.faults.length = 0;
    for (const tab of this.#tabs) await tab.logIn(ANN);
  }

  async #open(): Promise<void> {
    const tab = new Tab(this.#account, time.clock);
    this.#tabs.push(tab);
    this.log.push(`open tab ${this.#name(tab)}`);
    await tab.start(ANN);
  }

  async #pass(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  readonly #names = new WeakMap<Tab, number>();
  #tabCount = 0;
  #name(tab: Tab): number {
    const known = this.#names.get(tab);
    if (known !== undefined) return known;
    this.#tabCount += 1;
    this.#names.set(tab, this.#tabCount);
    return this.#tabCount;
  }
}
