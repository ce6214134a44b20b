// Has an account take part in the application of this page.
import { lastActivity } from '#device/last-activity.ts';
import { Lease } from '#device/lease.ts';
import type { Operation } from '../model.ts';
import type { AccountPart } from '../parts.ts';
import type { Application } from '../run.ts';
import { sendingAt } from './next.ts';
import { isQuiet } from './presence.ts';
import { Sender, type Wire } from './send.ts';
import { accountStatusOf } from './status.ts';
import { accountStep, followUp } from './step.ts';
import { uploadsDueAt } from './upload-next.ts';
import type { Uploads } from './uploads.ts';

/** Returning to the page reads the account again if the last reading is older. */
const STALE_AFTER_MS = 60_000;

interface AccountPorts {
  readonly wire: Wire;
  readonly uploads: Pick<Uploads, 'carryOut' | 'due'>;
  /** A request has found that the session has ended. */
  readonly onUnauthorized: () => void;
  /** Tells the applicant that the server has not taken their choice. */
  readonly sayFailed: (operation: Operation) => void;
  readonly sayRecovered: (operation: Operation) => void;
  /** Reads a list of the server again, because it refused a change of it. */
  readonly refreshList: (kind: Operation['kind']) => void;
  /** Deletes what was fetched for an account. */
  readonly forget: () => void;
  /** Makes an ordinary call, so that the server knows that the applicant is at work. */
  readonly callServer: () => void;
  /** Ends the session on the server. */
  readonly endSession: () => void;
  /** The account can be reached again after an outage. */
  readonly onRecovered: () => void;
}

export function connectAccount(application: Application, ports: AccountPorts): void {
  const { state, device, clock, dispatch } = application;
  const lease = new Lease(device, 'outbox', state.stamps.tab);
  const sender = new Sender(application, ports.wire, lease, ports.onUnauthorized);
  const account: AccountPart = {
    steps: { step: accountStep, followUp },
    statusOf: accountStatusOf,
    dueAt: (_, elapsed) => Math.min(sendingAt(state, elapsed), uploadsDueAt(state)),
    look() {
      const now = { wall: clock.now(), elapsed: clock.elapsed() };
      if (isQuiet(state, now)) dispatch({ type: 'activeElsewhere', at: lastActivity.read() });
    },
    due() {
      const elapsed = clock.elapsed();
      if (sendingAt(state, elapsed) <= elapsed) void sender.sendDue();
      ports.uploads.due();
    },
    wake() {
      if (state.who.is !== 'applicant') return;
      dispatch({ type: 'readAsked', ifOlderThanMs: STALE_AFTER_MS });
      dispatch({ type: 'filesHastened' });
      void sender.sendDue();
    },
    send: () => sender.sendNow(),
    carryOut(effect) {
      switch (effect.do) {
        case 'sayFailed':
          ports.sayFailed(effect.operation);
          return;
        case 'sayRecovered':
          ports.sayRecovered(effect.operation);
          return;
        case 'refreshList':
          ports.refreshList(effect.kind);
          return;
        case 'forgetAccount':
          lastActivity.forget();
          ports.forget();
          return;
        case 'tellActive':
          lastActivity.keep(effect.at);
          return;
        case 'callServer':
          ports.callServer();
          return;
        case 'endSession':
          ports.endSession();
          return;
        case 'keepFile':
        case 'sayFile':
        case 'readFiles':
          ports.uploads.carryOut(effect);
          return;
        default:
      }
    },
  };
  let wasAway = false;
  application.subscribe(() => {
    const { trouble, isSending } = state.line;
    const isAway = trouble !== undefined;
    if (wasAway && !isAway && !isSending && state.who.is === 'applicant') ports.onRecovered();
    wasAway = isAway || (wasAway && isSending);
  });
  application.connect(account);
}
