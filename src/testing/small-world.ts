import { hasWork, nextRequest, type Request } from '#application/account/sending.ts';
import { accountStatusOf } from '#application/account/status.ts';
import type { Event } from '#application/events.ts';
import type { Now, State } from '#application/model.ts';
import { answerIn } from '#application/select.ts';
import { newState } from '#application/new-state.ts';
import type { DeviceRecord } from '#device/stored-records.ts';
import { nextStamp } from '#device/stamp.ts';
import type { AnswerKey } from '#form/keys.ts';
import { Ledger } from './ledger.ts';
import { after, at, OWNER, readingOf } from './steps.ts';
import { conflictsIn } from '#application/account/copies.ts';

export const KEYS: readonly AnswerKey[] = ['first_name', 'last_name'];
/** What becomes of a request. `repeated`: by the browser, which lost the first response and passes on the second. */
export const FATES = ['answered', 'lost', 'unanswered', 'late', 'doubled', 'repeated'] as const;
export type Fate = (typeof FATES)[number];

export type Command =
  | { readonly do: 'type'; readonly tab: number; readonly key: number }
  /** Begins a request, or ends the one under way. */
  | { readonly do: 'send'; readonly tab: number; readonly fate: Fate }
  | { readonly do: 'hear' | 'read' | 'reload'; readonly tab: number }
  | { readonly do: 'choose'; readonly tab: number; readonly keeps: 'mine' | 'theirs' }
  | { readonly do: 'arrive' };

/** Longer than any wait before the next try. */
const STEP_MS = 100_000;

type Values = Readonly<Record<string, string>>;

/** The account on a server with revisions. */
class Server {
  answers: Values = {};
  #revision = 1;
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  get revision(): string {
    return `"${this.#revision}"`;
  }

  put(values: Values, revision: string | undefined, device: string): boolean {
    if (revision !== this.revision) return false;
    for (const [key, value] of Object.entries(values))
      this.#ledger.saved(key, value, this.answers[key] ?? '', device);
    this.answers = { ...this.answers, ...values };
    this.#revision += 1;
    return true;
  }
}

/** What all tabs of a browser share. */
interface Browser {
  readonly name: string;
  readonly records: Map<string, DeviceRecord>;
  readonly tabs: Page[];
}

interface Page {
  state: State;
  readonly browser: Browser;
  /** What the other tabs have told, and this one has not heard. */
  readonly inbox: ReadonlyMap<string, DeviceRecord>[];
  /** What will be heard of the request under way. */
  underWay: Event | undefined;
}

/** Applicants at devices of one account, without time, network or storage of their own. */
export class SmallWorld {
  readonly ledger = new Ledger();
  readonly server = new Server(this.ledger);
  readonly pages: Page[] = [];
  /** Copies of requests that have not arrived yet. */
  readonly #late: (() => void)[] = [];
  #steps = 0;
  #typed = 0;
  #opened = 0;

  /** @param tabs the number of tabs at each device */
  constructor(tabs: readonly number[]) {
    for (const [index, count] of tabs.entries()) {
      const browser: Browser = { name: `device ${index + 1}`, records: new Map(), tabs: [] };
      for (let tab = 0; tab < count; tab += 1) {
        const page: Page = { state: this.#newState(), browser, inbox: [], underWay: undefined };
        browser.tabs.push(page);
        this.pages.push(page);
        this.#open(page);
      }
    }
  }

  run(command: Command): void {
    this.#steps += 1;
    if (command.do === 'arrive') {
      this.#late.shift()?.();
      return;
    }
    const page = this.pages[command.tab % this.pages.length];
    if (page === undefined) return;
    switch (command.do) {
      case 'type':
        this.#type(page, KEYS[command.key % KEYS.length]);
        return;
      case 'send':
        this.#send(page, command.fate);
        return;
      case 'hear':
        this.#hear(page);
        return;
      case 'read':
        this.#dispatch(page, { type: 'sendAsked', readsIfOlderThanMs: -1 });
        return;
      case 'reload':
        page.state = this.#newState();
        page.underWay = undefined;
        page.inbox.length = 0;
        this.#open(page);
        return;
      case 'choose':
        this.#choose(page, command.keeps);
        return;
      default:
        command satisfies never;
    }
  }

  /** Ends all faults; has everything read, chosen and sent; then judges. */
  settle(): void {
    while (this.#late.length > 0) this.run({ do: 'arrive' });
    for (let round = 0; round < 6; round += 1)
      for (const tab of this.pages.keys()) {
        this.run({ do: 'hear', tab });
        this.run({ do: 'read', tab });
        for (let request = 0; request < 8; request += 1) {
          this.run({ do: 'choose', tab, keeps: 'mine' });
          this.run({ do: 'send', tab, fate: 'answered' });
        }
      }
    for (const key of KEYS) this.ledger.ended(key, this.server.answers[key] ?? '');
  }

  /** What every page shows, beside what the account has. */
  get shown(): readonly Values[] {
    return this.pages.map(({ state }) => Object.fromEntries(KEYS.map((key) => [key, answerIn(state, key)])));
  }

  get said(): readonly string[] {
    return this.pages.map(({ state }) => accountStatusOf(state, this.#now()).text);
  }

  #now(): Now {
    return at(this.#steps * STEP_MS);
  }

  #newState(): State {
    this.#opened += 1;
    return newState(`tab ${this.#opened}`);
  }

  #open(page: Page): void {
    this.#dispatch(page, { type: 'deviceChanged', status: { kind: 'kept' } });
    this.#dispatch(page, { type: 'ownerAdded', owner: OWNER });
    this.#dispatch(page, { type: 'recordsCame', records: page.browser.records, from: 'device' });
    this.#dispatch(page, { type: 'loggedIn', reading: this.#reading(page) });
  }

  #reading({ state }: Page) {
    const since = nextStamp(state.stamps, this.#now().wall);
    return { ...readingOf(this.server.answers, this.server.revision), since };
  }

  #type(page: Page, key: AnswerKey | undefined): void {
    if (key === undefined) return;
    this.#typed += 1;
    const value = `v${this.#typed}`;
    this.ledger.meant(key, value, page.browser.name);
    this.#dispatch(page, { type: 'typed', key, value, isRestored: false });
  }

  #choose(page: Page, keeps: 'mine' | 'theirs'): void {
    const [conflict] = conflictsIn(page.state);
    if (conflict === undefined) return;
    const { key } = conflict;
    const other = keeps === 'mine' ? conflict.theirs : conflict.mine;
    this.ledger.chosen(key, conflict[keeps], other, page.browser.name);
    this.#sync(page);
    this.#dispatch(page, { type: 'chosen', values: { [key]: conflict[keeps] } });
  }

  #send(page: Page, fate: Fate): void {
    const { browser } = page;
    if (page.underWay !== undefined) {
      const heard = page.underWay;
      page.underWay = undefined;
      // As the sender does: what was typed in other tabs meanwhile is known before the account is merged.
      if (heard.type === 'profileRead') this.#sync(page);
      this.#dispatch(page, heard);
      const isDone = !hasWork(page.state, this.#now().elapsed);
      this.#dispatch(page, { type: 'sendingEnded', isDone });
      return;
    }
    // One tab at a time sends.
    if (browser.tabs.some(({ underWay }) => underWay !== undefined)) return;
    if (nextRequest(page.state, this.#now().elapsed) === undefined) return;
    this.#dispatch(page, { type: 'sending', answers: [] });
    this.#sync(page);
    const request = nextRequest(page.state, this.#now().elapsed);
    if (request === undefined) this.#dispatch(page, { type: 'sendingEnded', isDone: true });
    else page.underWay = this.#request(page, request, fate);
  }

  /** @returns what will be heard of it */
  #request(page: Page, request: Request, fate: Fate): Event {
    const failure = { is: 'offline', chance: 0 } as const;
    const isAnswered = fate === 'answered' || fate === 'doubled' || fate === 'repeated';
    switch (request.do) {
      case 'read':
        if (!isAnswered) return { type: 'failed', failure };
        return { type: 'profileRead', reading: this.#reading(page) };
      case 'call':
        return {
          type: 'callDone',
          place: request.call.place,
          at: request.call.at,
          revision: request.revision,
        };
      case 'put': {
        const { answers, revision } = request;
        this.#dispatch(page, { type: 'sending', answers });
        const values = Object.fromEntries(answers.map(({ key, value }) => [key, value]));
        const put = () => this.server.put(values, revision, page.browser.name);
        if (fate === 'late' || fate === 'doubled') this.#late.push(put);
        if (fate === 'repeated') put();
        const isSaved = fate !== 'lost' && fate !== 'late' && put();
        if (!isAnswered) return { type: 'failed', failure };
        return isSaved ? { type: 'saved', answers, revision: this.server.revision } : { type: 'stale' };
      }
      default:
        return request satisfies never;
    }
  }

  #hear(page: Page): void {
    for (const records of page.inbox.splice(0))
      this.#dispatch(page, { type: 'recordsCame', records, from: 'tab' });
  }

  #sync(page: Page): void {
    this.#dispatch(page, { type: 'recordsCame', records: page.browser.records, from: 'device' });
  }

  #dispatch(page: Page, event: Event): void {
    const { browser } = page;
    for (const effect of after(page.state, event, this.#now())) {
      if (effect.do !== 'write') continue;
      for (const [name, record] of effect.records)
        if (record.stamp > (browser.records.get(name)?.stamp ?? '')) browser.records.set(name, record);
      for (const other of browser.tabs) if (other !== page) other.inbox.push(effect.records);
      after(page.state, { type: 'written' }, this.#now());
    }
    this.#judge(page);
  }

  #judge({ state, browser }: Page): void {
    const isSaidSaved = accountStatusOf(state, this.#now()).text.startsWith('Saved to your account');
    // Two tabs that have not heard of each other rather ask than guess.
    if (browser.tabs.length === 1)
      for (const { key, theirs } of conflictsIn(state)) this.ledger.asked(key, theirs, browser.name);
    for (const key of KEYS) {
      const value = answerIn(state, key);
      this.ledger.shown(key, value, browser.name);
      if (isSaidSaved) this.ledger.saidSaved(key, value, browser.name);
    }
  }
}
