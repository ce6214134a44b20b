import { withoutUnseen } from '#plain-text.ts';

/** The standard pattern, and top-level domains of other scripts as they are sent ("xn--p1ai" for "рф"). */
export const EMAIL_PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;

/**
 * The address in a text that was typed or copied: without invisible characters, and without punctuation that was copied
 * with it. The domain is in the form that mail servers use, so that each address has one account.
 */
export function plainAddress(text: string): string {
  const shown = withoutUnseen(text.normalize('NFKC')).trim();
  // "Zoë <zoe@example.org>" is what mail programs copy.
  const inBrackets = shown.slice(shown.lastIndexOf('<') + 1);
  const bare = /^(?:mailto:)?(.*[^>.,;])[>.,;]*$/is.exec(inBrackets)?.[1] ?? '';
  const [, local = '', domain] = /^([^@]*)@((?:[\p{L}\p{M}\p{N}.\u3002-]|\u200c|\u200d)+)$/u.exec(bare) ?? [];
  const host = domain === undefined ? undefined : hostOf(domain);
  return host === undefined ? bare : `${local}@${host}`;
}

function hostOf(domain: string): string | undefined {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/** Whether a text, as we read it, is an address of the standard pattern. */
export function isEmailAddress(text: string): boolean {
  return EMAIL_PATTERN.test(plainAddress(text));
}
