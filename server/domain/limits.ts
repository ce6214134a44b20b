import type { Limit } from './tries.ts';

const HOUR = 3600;
const QUARTER = 900;
const DAY = 86_400;

/**
 * How many tries are enough for anybody. Limits of a pair catch one machine at one account, those of a network one
 * machine with many accounts. Those of an account catch many machines at one account; they count only what the
 * others let through and are well above those of a pair, so that nobody can lock an owner out from a single place.
 * They are taken together: the pair's, the account's, and last the network's, which many people share.
 */
export const limits = {
  signupFromNetwork: (network: string, most: number): Limit => ({
    kind: 'signup/network',
    who: network,
    most,
    perSeconds: HOUR,
  }),
  mailFromNetwork: (network: string, most: number): Limit => ({
    kind: 'mail/network',
    who: network,
    most,
    perSeconds: HOUR,
  }),
  /** For mails to one address, the narrowest first. */
  mail: (network: string, username: string): readonly Limit[] => {
    const pair = pairOf(network, username);
    return [
      { kind: 'mail/pair', who: pair, most: 6, perSeconds: QUARTER },
      { kind: 'mail/pair/day', who: pair, most: 12, perSeconds: DAY },
      { kind: 'mail/account', who: username, most: 12, perSeconds: QUARTER },
      { kind: 'mail/account/day', who: username, most: 36, perSeconds: DAY },
    ];
  },
  loginFromNetwork: (network: string): Limit => ({
    kind: 'login/network',
    who: network,
    most: 90,
    perSeconds: QUARTER,
  }),
  loginPair: (network: string, username: string): Limit => ({
    kind: 'login/pair',
    who: pairOf(network, username),
    most: 10,
    perSeconds: QUARTER,
  }),
  loginToAccount: (username: string): Limit => ({
    kind: 'login/account',
    who: username,
    most: 60,
    perSeconds: HOUR,
  }),
  confirmFromNetwork: (network: string): Limit => ({
    kind: 'confirm/network',
    who: network,
    most: 90,
    perSeconds: QUARTER,
  }),
  /** Six codes at five tries. This and the next count only tries while a code is out. */
  confirmPair: (network: string, username: string): Limit => ({
    kind: 'confirm/pair',
    who: pairOf(network, username),
    most: 30,
    perSeconds: DAY,
  }),
  /** With one million codes, ninety guesses a day find one in ten thousand. */
  confirmToAccount: (username: string): Limit => ({
    kind: 'confirm/account',
    who: username,
    most: 90,
    perSeconds: DAY,
  }),
  resetFromNetwork: (network: string): Limit => ({
    kind: 'reset/network',
    who: network,
    most: 60,
    perSeconds: QUARTER,
  }),
  /** This and the next: enough for the most careful of applicants, too few to fill a disk. */
  upload: (accountId: string): Limit => ({
    kind: 'upload',
    who: accountId,
    most: 60,
    perSeconds: HOUR,
  }),
  conversion: (accountId: string): Limit => ({
    kind: 'conversion',
    who: accountId,
    most: 40,
    perSeconds: HOUR,
  }),
};

/**
 * One machine at one account. Whoever has an IPv6 /48 or /56 may come from hundreds of its /64 networks, and is one
 * machine all the same.
 */
function pairOf(network: string, username: string): string {
  return `${network.replace(/:[^:]+::\/64$/, '::/48')} ${username}`;
}
