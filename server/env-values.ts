import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';

/** A schema that parses a text, or says what it must be. */
export function read<T>(expected: string, parse: (text: string) => T | undefined): z.ZodMiniType<T, string> {
  return z.pipe(
    z.string(),
    z.transform((text: string, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', input: text, message: `must be ${expected}` });
      return z.NEVER;
    }),
  );
}

export function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const wholeNumber = (least: number, most: number) =>
  read(`a whole number from ${least} to ${most}`, (text) => {
    const number = Number(text);
    return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
  });

/** 0 for never, or a number of days. */
export const daysToKeep = (least: number) =>
  read(`0, or a whole number from ${least} to 36500`, (text) => {
    const days = Number(text);
    return /^\d{1,5}$/.test(text) && (days === 0 || (days >= least && days <= 36_500)) ? days : undefined;
  });

export const url = (...protocols: readonly string[]) =>
  read(`a ${protocols.join(' or ')} address`, (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined,
  );

export const origin = read(
  'an http: or https: address without a path, such as https://apply.example.edu',
  (text) => {
    if (!URL.canParse(text)) return undefined;
    const { protocol, origin: found, pathname, search, hash, username } = new URL(text);
    const isPlain = pathname === '/' && search === '' && hash === '' && username === '';
    return isPlain && ['http:', 'https:'].includes(protocol) ? found : undefined;
  },
);

export const oneOf = <const T extends string>(...values: readonly T[]) =>
  read(`one of ${values.join(', ')}`, (text) => values.find((value) => value === text));

export const filePath = read('a path', (text) => (text.includes('\0') ? undefined : resolve(text)));
export const anyText = read('text', (text) => text);

/** A comma in a name without quotes would begin another address. */
const SENDER = /^(?:(?:"[^"<>]*"\s*|[^"<>@,;:]*)<[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/;
export const sender = read('one address, such as Admissions <apply@example.edu>', (text) =>
  SENDER.test(text) ? text : undefined,
);

/** Parses `off`, or the proxies whose X-Forwarded-* headers are trusted, as addresses and CIDR ranges. */
export const proxies = read('off, or a list of addresses and CIDR ranges such as 10.0.0.0/8,::1', (text) => {
  if (text === 'off') return [];
  const list = text.split(',').map((part) => part.trim());
  return list.every(isAddressOrRange) ? list : undefined;
});

const SECRET_MIN_CHARS = 32;
export const secrets = read(`a list of secrets of at least ${SECRET_MIN_CHARS} characters each`, (text) => {
  const list = text.split(',').map((part) => part.trim());
  return list.every((part) => part.length >= SECRET_MIN_CHARS) ? list : undefined;
});

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^\d{1,3}$/.test(bits)) return false;
  try {
    new BlockList().addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}
