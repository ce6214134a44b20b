import { setTimeout as delay } from 'node:timers/promises';
import { Account } from '../../e2e/faults/account.ts';
import { Device } from '../../e2e/support/device.ts';
import { HostileProxy, type NetworkFault } from '../../e2e/faults/proxy.ts';
import type { TestServer } from '../../e2e/support/server.ts';
import { Dice } from '../../src/testing/dice.ts';
import type { Contestant } from './contestants.ts';
import { FormInBrowser, KEYS } from './form-in-browser.ts';
import { Gate } from './gate.ts';
import { Ledger } from './ledger.ts';

const FAULTS: readonly NetworkFault[] = ['lost-response', 'lost-response', 'slow-request'];
const LOGIN_WITHIN_MS = 4000;
const STUCK_AFTER_MS = 10_000;
const LONGEST_WAIT_FOR_DEATH_MS = 1500;

/** What happened to one form, and what it lost. */
export interface Score {
  numKills: number;
  numLettersLost: number;
  /** Kills after which any letter was gone. */
  numKillsWithLoss: number;
  numSecondTabs: number;
  numFaults: number;
  numSessionsEnded: number;
  /** Kills after which the form could not be used in time. */
  numStuck: number;
}

/** One form, one applicant, one device that is killed again and again. */
export class Duel {
  readonly score: Score = {
    numKills: 0,
    numLettersLost: 0,
    numKillsWithLoss: 0,
    numSecondTabs: 0,
    numFaults: 0,
    numSessionsEnded: 0,
    numStuck: 0,
  };
  readonly gate: Gate;
  readonly #contestant: Contestant;
  readonly #server: TestServer;
  readonly #dice: Dice;
  readonly #ledger = new Ledger();
  readonly #device = new Device();
  readonly #account: Account;
  readonly #proxy: HostileProxy;
  #hasSession = false;
  #killedAt = 0;
  /** What has happened since the browser was started, to find a cause. */
  readonly #events: string[] = [];

  constructor(contestant: Contestant, server: TestServer, seed: number) {
    this.#contestant = contestant;
    this.#server = server;
    this.#dice = new Dice(seed);
    this.gate = new Gate(server.url, this.#ledger);
    this.#proxy = new HostileProxy(server.url);
    this.#account = new Account(server, `${contestant.name}.${seed}@example.org`);
  }

  async begin(): Promise<void> {
    this.#proxy.target = new URL(await this.gate.start());
    this.#proxy.befalls = /^PUT \/api\/answer/;
    await this.#proxy.start();
    await this.#account.signUp();
    await this.#account.logIn();
  }

  async end(): Promise<void> {
    await this.#device.end();
    await this.#proxy.stop();
    this.gate.stop();
  }

  /** Starts the browser, looks for what the last kill lost, types during faults, and kills the browser again. */
  async round(): Promise<void> {
    await this.#device.start(this.#hasSession);
    this.#device.context.setDefaultTimeout(STUCK_AFTER_MS);
    try {
      await this.#useForm(await this.#comeBack());
    } catch (error) {
      this.score.numStuck += 1;
      this.#tell(String(error).split('\n')[0] ?? '');
    }
    this.#killedAt = Date.now();
    this.#events.push(this.#ledger.lately(this.#killedAt));
    await this.#device.kill();
    this.score.numKills += 1;
  }

  /** After the last kill, without any faults. */
  async judgeLast(): Promise<void> {
    this.#proxy.heal();
    await this.#device.start(this.#hasSession);
    await this.#comeBack();
  }

  /** Opens the form after a kill, and compares what it and the account have with what was typed. */
  async #comeBack(): Promise<FormInBrowser> {
    this.#proxy.faults.length = 0;
    const form = await this.#newTab(this.#hasSession ? undefined : this.#account.email);
    this.#hasSession = true;
    const { values } = await form.seen();
    const account = await this.#account.answers();
    let numLost = 0;
    for (const key of KEYS) {
      const shown = values[key] ?? '';
      const found = [shown, account[key] ?? ''];
      const lost = this.#ledger.lostLetters(key, this.#killedAt, found);
      if (lost > 0) this.#tell(`${lost} letters of ${key} are lost, found ${found.join(' and ')}`);
      numLost += lost;
      this.#ledger.goesOnFrom(key, shown);
    }
    this.score.numLettersLost += numLost;
    if (numLost > 0) this.score.numKillsWithLoss += 1;
    this.#events.length = 0;
    return form;
  }

  async #useForm(first: FormInBrowser): Promise<void> {
    const dice = this.#dice;
    const type = (form: FormInBrowser, key: string) => form.type(key, dice.whole(3, 9), this.#ledger, dice);
    const key = dice.oneOf(KEYS);
    if (dice.chance(0.5)) this.#misbehave();
    if (dice.chance(0.12)) await this.#endSession();
    await type(first, key);
    const form = this.#hasSession && dice.chance(0.25) ? await this.#secondTab() : first;
    const next = dice.chance(0.5) ? key : dice.oneOf(KEYS);
    if (!(await form.password.isVisible())) await type(form, next);
    if (dice.chance(0.6)) await form.save();
    if (!this.#hasSession && dice.chance(0.5)) await this.#logInAgain(form);
    await delay(dice.below(LONGEST_WAIT_FOR_DEATH_MS));
    const { status, values } = await form.seen();
    this.#events.push(status);
    if (this.#contestant.isSafe.test(status)) this.#ledger.acknowledged(values);
  }

  #misbehave(): void {
    for (let count = this.#dice.whole(1, 2); count > 0; count -= 1) {
      const fault = this.#dice.oneOf(FAULTS);
      this.#proxy.faults.push(fault);
      this.#events.push(fault);
      this.score.numFaults += 1;
    }
  }

  /** The server forgets the session. The page notices at its next call. */
  async #endSession(): Promise<void> {
    const cookies = await this.#device.context.cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    await fetch(`${this.#server.url}/api/logout`, { headers: { cookie } });
    this.#hasSession = false;
    this.score.numSessionsEnded += 1;
    this.#events.push('session ended');
  }

  /** A form that has not noticed the end of the session does not ask for a login. */
  async #logInAgain(form: FormInBrowser): Promise<void> {
    const isAsked = await form.password.waitFor({ timeout: LOGIN_WITHIN_MS }).then(
      () => true,
      () => false,
    );
    if (!isAsked) return;
    this.#proxy.faults.length = 0;
    await form.logIn(this.#account.email);
    this.#hasSession = true;
  }

  /** The same form in a second tab. The first one stays open. */
  async #secondTab(): Promise<FormInBrowser> {
    this.score.numSecondTabs += 1;
    this.#events.push('second tab');
    const form = await this.#newTab();
    const { values } = await form.seen();
    for (const key of KEYS) this.#ledger.goesOnFrom(key, values[key] ?? '');
    return form;
  }

  async #newTab(email?: string): Promise<FormInBrowser> {
    const form = new FormInBrowser(await this.#device.context.newPage(), this.#contestant, this.#proxy);
    await form.open(email);
    return form;
  }

  #tell(event: string): void {
    console.error(
      `${this.#contestant.name}, kill ${this.score.numKills}: ${event} (${this.#events.join(', ')})`,
    );
  }
}
