import type { Dice } from '#testing/dice.ts';
import type { Outgoing } from '../http.ts';
import { naughtyStrings } from './naughty-strings.ts';
import type { Operation, Parameter, Schema } from './operations.ts';

export interface HostileRequest extends Outgoing {
  readonly method: string;
  readonly path: string;
}

const DEPTH = 20_000;
const KNOWN_WORDS = ['employ_resume', 'college', 'first_name', 'ssn', '/about', 'started', 'college_ceeb'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json;;;=',
  'application/xml',
  'application/jsonp',
  '',
];

/** Texts that the database refuses. */
const UNKEEPABLE = ['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800'];

/** Returns one request to a call of the contract that our client would never send. */
export function hostileRequest({ method, path, body, query }: Operation, dice: Dice): HostileRequest {
  const isOtherMethod = dice.chance(0.08);
  return {
    method: isOtherMethod ? dice.oneOf(METHODS) : method,
    path: addressOf(path, query, dice),
    ...payload(body, dice),
    headers: headersOf(dice, body !== undefined || dice.chance(0.1)),
  };
}

function addressOf(path: string, query: readonly Parameter[], dice: Dice): string {
  const filled = path.replace(/\{\w+\}/g, () => segment(dice));
  const extra = dice.chance(0.15) ? ['__proto__', 'constructor[prototype]', 'token', 'x'.repeat(3000)] : [];
  const named: readonly Parameter[] = [...query, ...extra.map((name) => ({ name }))];
  const pairs = named.flatMap((parameter) => {
    const name = encodeURIComponent(parameter.name);
    const one = `${name}=${queryValue(parameter, dice)}`;
    if (dice.chance(0.1)) return [one, `${name}[]=${queryValue(parameter, dice)}`, one];
    // Often leaves out a parameter, so that one of two exclusive ones is missing.
    return dice.chance(parameter.required ? 0.95 : 0.6) ? [one] : [];
  });
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

function queryValue({ schema }: Parameter, dice: Dice): string {
  if (schema?.enum && dice.chance(0.8)) return encodeURIComponent(String(dice.oneOf(schema.enum)));
  return dice.chance() ? encodeURIComponent(textOf(dice)) : dice.oneOf(['%ff', '%00', 'a%00b', '%', '5', '']);
}

function segment(dice: Dice): string {
  if (dice.chance(0.3)) return 'employ_resume';
  if (dice.chance()) return dice.oneOf(KNOWN_WORDS).replace('/', '');
  return dice.oneOf([
    '%00',
    '%ff',
    '%',
    '..',
    '%2e%2e%2f',
    '%252e',
    '__proto__',
    'a'.repeat(299),
    'a'.repeat(5000),
    '%F0%9F%92%A9',
    ';',
    '*',
  ]);
}

/** Only whole characters, because `encodeURIComponent` and headers accept nothing else. */
function textOf(dice: Dice): string {
  return dice.chance(0.1) ? 'x'.repeat(dice.oneOf([46, 1000, 6000])) : dice.oneOf(naughtyStrings);
}

function headersOf(dice: Dice, hasBody: boolean): Record<string, string> {
  return {
    ...(hasBody && { 'content-type': dice.chance(0.85) ? 'application/json' : dice.oneOf(TYPES) }),
    ...(dice.chance(0.03) && { origin: dice.oneOf(['https://evil.example', 'null', 'not an origin']) }),
    ...(dice.chance(0.03) && { 'sec-fetch-site': 'cross-site' }),
    ...(dice.chance(0.03) && { 'x-http-method-override': 'DELETE' }),
    ...(dice.chance(0.03) && { 'x-forwarded-for': '1.2.3.4, "><script>' }),
    ...(dice.chance(0.03) && { 'x-padding': 'p'.repeat(20_000) }),
    ...(dice.chance(0.03) && { 'accept-encoding': 'gzip;q=nan, *' }),
    ...(dice.chance(0.03) && { range: 'bytes=-1' }),
    ...(dice.chance(0.03) && { 'if-none-match': '*' }),
  };
}

function payload(schema: Schema | undefined, dice: Dice): Pick<Outgoing, 'raw'> {
  if (schema === undefined && dice.chance(0.7)) return {};
  if (dice.chance(0.25)) return { raw: brokenJson(dice) };
  const value = sample(schema ?? {}, dice);
  return { raw: JSON.stringify(dice.chance(0.8) ? spoil(value, dice) : value) ?? 'null' };
}

function brokenJson(dice: Dice): Buffer | string {
  return dice.oneOf<Buffer | string>([
    '',
    '{',
    'nul',
    '{"a":1,}',
    "{'a':1}",
    '[1,2',
    '"\\ud800"',
    '{"a":"\\u0000"}',
    '\uFEFF{}',
    'NaN',
    '-',
    '1e999999',
    '['.repeat(DEPTH),
    '{"a":'.repeat(DEPTH),
    `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"username":"a@example.com","username":"b@example.com","password":"Correct-Horse-7-Battery"}',
    '{"answers":{"first_name":"a","first_name":{"b":1}}}',
    '{"answers":{"__proto__":"x"}}',
    Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
    Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x7d]),
    `{"answers":{"first_name":"${'x'.repeat(300_000)}"}}`,
    `"${'x'.repeat(200_000)}"`,
    `{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":""`).join(',')}}`,
  ]);
}

/** Returns a value that the schema accepts. */
function sample(schema: Schema, dice: Dice): unknown {
  if (schema.enum) return dice.oneOf(schema.enum);
  if (schema.anyOf) return sample(dice.oneOf(schema.anyOf), dice);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? anyProperty(schema, dice)).map(([key, inner]) => [
          key,
          sample(inner, dice),
        ]),
      );
    case 'array':
      return [sample(schema.items ?? {}, dice)];
    case 'integer':
    case 'number':
      return dice.whole(-2, 12);
    case 'boolean':
      return dice.chance();
    case 'string':
    case undefined:
    default:
      return dice.chance() ? dice.oneOf(KNOWN_WORDS) : textOf(dice);
  }
}

/** Returns properties for a record with arbitrary keys. */
function anyProperty({ additionalProperties }: Schema, dice: Dice): Readonly<Record<string, Schema>> {
  const inner = typeof additionalProperties === 'object' ? additionalProperties : {};
  return { [dice.oneOf(KNOWN_WORDS)]: inner, first_name: inner };
}

/** Puts one wrong value somewhere into a valid one. */
function spoil(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.chance(0.3)) return hostileValue(dice);
  if (Array.isArray(value)) return value.map((inner) => spoil(inner, dice));
  const entries = Object.entries(value);
  if (dice.chance(0.2))
    return { ...value, [dice.oneOf(['extra', 'constructor', 'toString', '\u0000', ''])]: hostileValue(dice) };
  if (dice.chance(0.15)) return Object.fromEntries(entries.slice(1));
  const chosen = dice.whole(0, Math.max(entries.length - 1, 0));
  return Object.fromEntries(
    entries.map(([key, inner], index) => [key, index === chosen ? spoil(inner, dice) : inner]),
  );
}

function hostileValue(dice: Dice): unknown {
  if (dice.chance(0.4)) return dice.oneOf(UNKEEPABLE);
  return dice.oneOf<unknown>([
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    0.1,
    [],
    {},
    [[]],
    [null],
    { a: { b: { c: {} } } },
    '',
    'x'.repeat(dice.oneOf([46, 7001, 100_000])),
    textOf(dice),
    textOf(dice),
    { toString: 1 },
    ['a', 'b'],
    '9'.repeat(400),
  ]);
}
