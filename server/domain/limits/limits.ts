import type { Limit } from './rate-limits.ts';

const HOUR = 3600;
const QUARTER = 900;
const DAY = 86_400;
/** For calls that are so cheap that a write for each would cost more than the call itself. */
const BUNDLE = 20;

/** A limit of each network, account or pair. */
function per(kind: string, most: number, perSeconds: number, bundle = 1): (who: string) => Limit {
  return (who) => ({ kind, who, most, perSeconds, bundle });
}

/** Mails with new codes and password links, per hour and network. */
export const MAILS_PER_NETWORK = 60;

/**
 * Limits on attempts. A limit of a pair stops one machine that attacks one account; a limit of a network stops one
 * machine that attacks many. A limit of an account stops many machines that attack one account. It counts only attempts
 * that the other limits let through, and is well above a pair's, so that nobody can lock an owner out from one place.
 * Callers pass them together: first the pair's, then the account's, last the network's, which many people share. For
 * mails, the account's limit is last, because it refuses nobody (`take-mail.ts`).
 */
export const limits = {
  signupFromNetwork: (network: string, most: number) => per('signup/network', most, HOUR)(network),
  mailFromNetwork: (network: string, most: number) => per('mail/network', most, HOUR)(network),
  /** Mails to one address that one machine asks for, of whatever kind. */
  mailPair: (network: string, username: string): readonly Limit[] => {
    const pair = pairOf(network, username);
    return [
      { kind: 'mail/pair', who: pair, most: 6, perSeconds: QUARTER },
      { kind: 'mail/pair/day', who: pair, most: 12, perSeconds: DAY },
    ];
  },
  mailToAccount: (kind: 'code' | 'reset', username: string): readonly Limit[] => [
    { kind: `mail/${kind}`, who: username, most: 12, perSeconds: QUARTER },
    { kind: `mail/${kind}/day`, who: username, most: 36, perSeconds: DAY },
  ],
  /**
   * The first mails of each network are sent beyond that, so that a stranger needs many networks to stop the owner's
   * mails.
   */
  firstMails: (kind: 'code' | 'reset', network: string, username: string): readonly Limit[] => [
    { kind: `mail/${kind}/first/pair`, who: pairOf(network, username), most: 2, perSeconds: DAY },
    { kind: `mail/${kind}/first`, who: username, most: 30, perSeconds: DAY },
  ],
  loginFromNetwork: per('login/network', 90, QUARTER),
  loginPair: (network: string, username: string) => per('login/pair', 10, QUARTER)(pairOf(network, username)),
  loginToAccount: per('login/account', 60, HOUR),
  /**
   * Logins with the right password. A stranger without it never reaches this limit, so it locks no owner out. It
   * keeps a program from filling the tables of logins and sessions.
   */
  logins: per('login/right', 60, HOUR),
  confirmFromNetwork: per('confirm/network', 90, QUARTER),
  /** Six codes with five attempts each. This and the next limit count only while a code is valid. */
  confirmPair: (network: string, username: string) => per('confirm/pair', 30, DAY)(pairOf(network, username)),
  /** With a million possible codes, ninety guesses a day find one code in eleven thousand. */
  confirmToAccount: per('confirm/account', 90, DAY),
  resetFromNetwork: per('reset/network', 60, QUARTER),
  /**
   * A person who types asks up to five times a second, so this leaves room for a hundred who do at once. The window is
   * short because a refused look-up only shows no suggestions.
   */
  lookupFromNetwork: per('lookup/network', 600, 10, BUNDLE),
  /** Each open page asks for the banner every few minutes. A refused one shows none. */
  bannerFromNetwork: per('banner/network', 600, 10, BUNDLE),
  /** Staff of an office open links from one address. Each address of ours has a counter of its own. */
  viewFromNetwork: (network: string, path: string) => per(`view${path}`, 300, 60, BUNDLE)(network),
  /** Pages of the office with a session: somebody without one closes them for nobody. */
  officePages: per('office/clerk', 300, 60, BUNDLE),
  /** ZIPs of PDFs: many may have to be printed for each. */
  officePdfs: per('office/pdfs', 30, HOUR),
  /** A program can fetch a thousand applications with their documents within some minutes. */
  exportFromNetwork: per('export/network', 1200, 60, BUNDLE),
  /** Failures of pages: enough for a faulty release on a campus to be seen, too few to fill a disk with lines. */
  clientErrorFromNetwork: per('client-error/network', 60, QUARTER, BUNDLE),
  /** Counts of pages, of which each sends a few: enough for a campus behind one address. */
  clientCountFromNetwork: per('client-count/network', 300, QUARTER, BUNDLE),
  /** This and the next limit suffice for the most careful applicant, but are too low to fill a disk. */
  upload: per('upload', 60, HOUR),
  conversion: per('conversion', 40, HOUR),
  /** The time of workers, in milliseconds. Files of an account that has used it up are converted after those of others. */
  conversionTime: per('conversion/ms', 15_000, HOUR),
  /** Counts the conversions that were put back. The count decides whose turn is next. */
  lateConversions: per('conversion/late', Number.POSITIVE_INFINITY, HOUR),
  /** PDF copies that are printed. A copy that is there is shown without a limit. */
  copy: per('copy', 60, HOUR),
};

/**
 * Identifies one machine at one account. The owner of an IPv6 /48 or /56 can use hundreds of /64 networks, so all
 * networks of a /48 count as one machine.
 */
function pairOf(network: string, username: string): string {
  return `${network.replace(/:[^:]+::\/64$/, '::/48')} ${username}`;
}
