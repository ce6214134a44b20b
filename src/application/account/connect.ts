// Connects an account with the application of this page.
import type { UnauthorizedError } from '#api/errors.ts';
import { browserMemory } from '#device/plain-memory.ts';
import { TERM } from '#device/turn-in-use.ts';
import type { AccountEffects, Carriers } from '../events.ts';
import type { Application } from '../run.ts';
import { ACCOUNT } from '../select.ts';
import { sendingAt } from './sending.ts';
import { isQuiet } from './presence.ts';
import { makeSender, type Wire } from './send.ts';
import { accountStatusOf } from './status.ts';
import { accountSteps } from './step.ts';
import type { FileEffects } from './upload-model.ts';
import { uploadsDueAt } from './upload-view.ts';
import type { Uploads } from './uploads.ts';

/** When the applicant returns to the page, it reads the account again if the last read is older. */
const READ_AGAIN_AFTER_MS = 60_000;
/** When somebody was last active in any tab, in milliseconds since 1970. */
const LAST_ACTIVITY = 'last-activity';

interface AccountPorts {
  readonly wire: Wire;
  readonly uploads: Pick<Uploads, 'effects' | 'due'>;
  /** A request has found that the session has ended, or is another account's. */
  readonly onUnauthorized: (error: UnauthorizedError) => void;
  /** What is done on the page and the server. */
  readonly effects: Carriers<Exclude<keyof AccountEffects, keyof FileEffects | 'tellActive'>>;
  /** The account can be reached again after an outage. */
  readonly onRecovered: () => void;
}

export function connectAccount(application: Application, ports: AccountPorts): void {
  const { state, clock, dispatch } = application;
  const sender = makeSender(application, ports.wire, ports.onUnauthorized);
  let wasAway = false;
  function noticeActivity(): void {
    const now = { wall: clock.now(), elapsed: clock.elapsed() };
    if (isQuiet(state, now))
      dispatch({ type: 'activeElsewhere', at: Number(browserMemory.read(LAST_ACTIVITY)) });
  }
  function beActive(): void {
    if (state.presence === undefined) return;
    noticeActivity();
    dispatch({ type: 'active', isChosen: false });
  }
  if ('document' in globalThis) {
    // The second way to notice that who is here has changed, without BroadcastChannel.
    addEventListener('storage', ({ key }) => (key === TERM ? void application.catchUp() : undefined));
    for (const event of ['pointerdown', 'keydown', 'input', 'scroll'] as const)
      addEventListener(event, beActive, { capture: true, passive: true });
  }
  application.subscribe(() => {
    const { isUnderWay } = state.sending;
    const isAway = state.troubles.has(ACCOUNT);
    if (wasAway && !isAway && !isUnderWay && state.who.is === 'applicant') ports.onRecovered();
    wasAway = isAway || (wasAway && isUnderWay);
  });
  application.connect({
    ...accountSteps,
    statusOf: accountStatusOf,
    dueAt: (elapsed) => Math.min(sendingAt(state, elapsed), uploadsDueAt(state)),
    noticeActivity,
    due() {
      const elapsed = clock.elapsed();
      if (sendingAt(state, elapsed) <= elapsed) void sender.sendDue();
      ports.uploads.due();
    },
    wake() {
      if (state.who.is !== 'applicant') return;
      dispatch({ type: 'sendAsked', readsIfOlderThanMs: READ_AGAIN_AFTER_MS });
      dispatch({ type: 'filesHastened' });
      void sender.sendDue();
    },
    send: sender.sendNow,
    effects: {
      ...ports.effects,
      ...ports.uploads.effects,
      forgetAccount(effect) {
        if (!effect.isElsewhere) browserMemory.forget(LAST_ACTIVITY);
        ports.effects.forgetAccount(effect);
      },
      tellActive: ({ at }) => browserMemory.keep(LAST_ACTIVITY, String(at)),
    },
  });
}
