import { send, type Browser, type Reply } from '../http.ts';
import type { Operation, Schema } from './operations.ts';

const BODY_MAX_BYTES = 262_144;
const PUBLIC_BODY_MAX_BYTES = 8192;
const ANSWER_MAX_BYTES = 10_000;
const ERRORS_MAX = 50;
const WORK_MAX_MS = 20;
/** Enough that refusals take most of the measured time. */
const REPEATS = 10;
/** The size of a body with a field for each question. */
const FIELDS_MAX = 4;

interface Place {
  readonly head: string;
  readonly tail: string;
}

/** Texts of a given number of bytes. */
const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  'unknown keys': (bytes) => object(bytes, (n) => `"${n.toString(36)}":1`),
  'unknown keys, as many as are read': (bytes) => fewer(1900, bytes, (n) => `"${n.toString(36)}":1`),
  'unknown keys of an answer, as many as are read': (bytes) =>
    fewer(1900, bytes, (n) => `"college_9_${n}_desc":""`),
  'lists of texts, as many as are read': (bytes) => fewer(900, bytes, (n) => `"${n.toString(36)}":[" "]`),
  'long keys': (bytes) => object(bytes, (n) => `"${n}${'k'.repeat(2000)}":""`),
  'keys of control characters': (bytes) => object(bytes, (n) => `"${'\\u0001'.repeat(99)}${n}":""`),
  'keys of emoji': (bytes) => object(bytes, (n) => `"${'🎓'.repeat(50)}${n}":""`),
  'one long key': (bytes) => `{"${'k'.repeat(bytes - 6)}":1}`,
  'repeated keys': (bytes) => object(bytes, () => '"a":1'),
  __proto__: (bytes) => object(bytes, (n) => `"${n}":{"__proto__":{"a":1}}`),
  '__proto__, as many as are read': (bytes) => fewer(600, bytes, (n) => `"${n}":{"__proto__":{"a":1}}`),
  constructors: (bytes) => fewer(600, bytes, (n) => `"${n}":{"constructor":{"prototype":1}}`),
  numbers: (bytes) => `[${'1,'.repeat(bytes / 2 - 2)}1]`,
  'numbers, as many as are read': () => `[${'1,'.repeat(1900)}1]`,
  'one long number': (bytes) => '9'.repeat(bytes),
  depth: (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'depth of objects': (bytes) => '{"a":'.repeat(bytes / 6) + '1' + '}'.repeat(bytes / 6),
  'a long text': (bytes) => `"${'x'.repeat(bytes - 2)}"`,
  'a long text of @': (bytes) => `"${'a@'.repeat(bytes / 2 - 1)}"`,
  'a long text of combining marks': (bytes) => `"${'\u0301'.repeat(bytes / 2 - 1)}"`,
  'a long text of escapes': (bytes) => `"${'\\u0000'.repeat(bytes / 6 - 1)}"`,
  'blanks after __proto__': (bytes) => `{"__proto__"${' '.repeat(bytes - 14)}:1}`,
  commas: (bytes) => ','.repeat(bytes),
  quotes: (bytes) => '"'.repeat(bytes),
};

interface RefusalsOptions {
  /** Whether processor time is judged, too. On a busy machine it is not exact. */
  readonly isTimed: boolean;
}

interface Refusals {
  readonly violations: string[];
  largestBytes: number;
  slowestMs: number;
}

/** Sends each call the largest body of each hostile shape, and judges the cost of the refusal. */
export async function judgeRefusals(
  base: string,
  operations: readonly Operation[],
  browser: Browser,
  { isTimed }: RefusalsOptions,
): Promise<Refusals> {
  const found: Refusals = { violations: [], largestBytes: 0, slowestMs: 0 };
  for (const { method, path, body } of operations.filter((operation) => operation.method !== 'GET')) {
    const isSmall = body === undefined || path.startsWith('/public/');
    const bytes = isSmall ? PUBLIC_BODY_MAX_BYTES : BODY_MAX_BYTES;
    const address = path.replace(/\{\w+\}/g, 'employ_resume');
    for (const [shape, make] of Object.entries(shapes)) {
      for (const { head, tail } of placesIn(body ?? {})) {
        const raw = head + make(bytes - head.length - tail.length) + tail;
        const label = `${method} ${path} of ${head}${shape}${tail}`;
        const refuse = () =>
          browser.send(method, address, { raw, headers: { 'content-type': 'application/json' } });
        const reply = await refuse();
        found.largestBytes = Math.max(found.largestBytes, reply.raw.byteLength);
        found.violations.push(...judge(reply).map((sentence) => `${label}: ${sentence}`));
        if (!isTimed) continue;
        const before = await workedMs(base);
        for (let n = 0; n < REPEATS; n += 1) await refuse();
        const ms = ((await workedMs(base)) - before) / REPEATS;
        found.slowestMs = Math.max(found.slowestMs, ms);
        if (ms > WORK_MAX_MS) found.violations.push(`${label}: worked ${Math.round(ms)} ms`);
      }
    }
  }
  return found;
}

/** Returns what surrounds a hostile value: nothing, and each field of the body that a call describes, however deep. */
function placesIn({ properties, additionalProperties }: Schema): readonly Place[] {
  const inner =
    typeof additionalProperties === 'object' ? { first_name: additionalProperties } : (properties ?? {});
  const fields = Object.entries(inner).slice(0, FIELDS_MAX);
  const deeper = fields.flatMap(([field, schema]) =>
    placesIn(schema).map(({ head, tail }) => ({ head: `{"${field}":${head}`, tail: `${tail}}` })),
  );
  return [{ head: '', tail: '' }, ...deeper];
}

function judge({ status, raw, body }: Reply): string[] {
  const numErrors = Object.values<string[]>(body?.errors ?? {}).flat().length;
  return [
    ...(status < 400 || status >= 500 ? [`answered by ${status}`] : []),
    ...(raw.byteLength > ANSWER_MAX_BYTES ? [`answered with ${raw.byteLength} bytes`] : []),
    ...(numErrors > ERRORS_MAX ? [`named ${numErrors} errors`] : []),
  ];
}

/** Returns the processor time of the server so far. */
export async function workedMs(base: string): Promise<number> {
  const { text } = await send(base, 'GET', '/metrics');
  return 1000 * Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** Returns an object with as many members as fit into a number of bytes. */
function object(bytes: number, member: (n: number) => string): string {
  return fewer(Number.POSITIVE_INFINITY, bytes, member);
}

function fewer(most: number, bytes: number, member: (n: number) => string): string {
  const members: string[] = [];
  for (let length = 2, n = 0; n < most; n += 1) {
    const next = member(n);
    length += Buffer.byteLength(next) + 1;
    if (length > bytes) break;
    members.push(next);
  }
  return `{${members.join(',')}}`;
}
