import type { Dice } from '#testing/dice.ts';
import { send, type Browser, type Reply } from '../http.ts';
import { hostileRequest, type HostileRequest } from './hostile-request.ts';
import type { Operation } from './operations.ts';

/** Words that only the server's internals contain. No request contains them. */
const INSIDE =
  /node_modules|\.ts:\d+|\bat [\w.<>]+ \(|\bSELECT\b|INSERT INTO|pgboss|postgres|kysely|fastify|E(?:CONN|NOENT|ACCES|PIPE)|SyntaxError|TypeError|ZodError|FST_/;
const SLOW_MS = 5000;

export interface Role {
  readonly name: string;
  readonly browser: Browser;
  /** Words of other people that this role must never see. */
  readonly canaries: readonly string[];
  /** Restores the role's session after it was ended. */
  restore(): Promise<void>;
}

interface Attack {
  readonly violations: string[];
  readonly statuses: Map<number, number>;
  slowestMs: number;
}

/** Sends `runs` hostile requests in all roles and judges each answer. */
export async function attack(
  base: string,
  operations: readonly Operation[],
  roles: readonly Role[],
  { runs, dice }: { readonly runs: number; readonly dice: Dice },
): Promise<Attack> {
  const found: Attack = { violations: [], statuses: new Map(), slowestMs: 0 };
  for (let run = 0; run < runs; run += 1) {
    const operation = operations[run % operations.length] as Operation;
    const role = dice.oneOf(roles);
    const request = hostileRequest(operation, dice);
    const label = `run ${run}, ${role.name}: ${request.method} ${request.path.slice(0, 120)}`;
    const reply = await answerTo(role, request);
    if (reply === undefined) {
      const alive = await send(base, 'GET', '/healthz').catch(() => undefined);
      if (alive?.status !== 200) found.violations.push(`${label}: the server is gone.`);
      continue;
    }
    found.statuses.set(reply.status, (found.statuses.get(reply.status) ?? 0) + 1);
    found.slowestMs = Math.max(found.slowestMs, reply.ms);
    found.violations.push(...judge(reply, role).map((sentence) => `${label}: ${sentence}`));
    if (reply.status === 401 || operation.path === '/api/logout') await role.restore();
  }
  return found;
}

async function answerTo({ browser }: Role, request: HostileRequest): Promise<Reply | undefined> {
  try {
    return await browser.send(request.method, request.path, request);
  } catch {
    return undefined; // The client refused to send it. The server has to survive.
  }
}

function judge(reply: Reply, { canaries }: Role): string[] {
  const { status, headers, text, body, ms } = reply;
  const isPersonal = !String(headers['content-type']).startsWith('text/html');
  const inside = INSIDE.exec(text)?.[0];
  const leaked = canaries.filter((canary) => text.includes(canary));
  return [
    ...(status >= 500 ? [`answered by ${status} ${text.slice(0, 200)}`] : []),
    ...(isPersonal && inside !== undefined ? [`tells "${inside}" of the inside`] : []),
    ...leaked.map((canary) => `shows ${canary}, which is somebody else's`),
    ...(status >= 400 && text !== '' && typeof body?.message !== 'string'
      ? [`has no message: ${text.slice(0, 80)}`]
      : []),
    ...(headers['x-content-type-options'] === 'nosniff' || headers['content-type'] === undefined
      ? []
      : ['may be sniffed']),
    ...(ms > SLOW_MS ? [`took ${Math.round(ms)} ms`] : []),
  ];
}
