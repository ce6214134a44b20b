import * as z from 'zod/mini';
import { putAddAnother } from '#contract/add-another.ts';
import { putLastPage } from '#contract/last-page.ts';
import { putTabs } from '#contract/tabs.ts';
import { postWebStatus } from '#contract/web-status.ts';

/** Whose draft it is: nobody's yet, or an account's, named by a digest so that no address rests in clear. */
export type Owner = string;
export const ANONYMOUS: Owner = 'anonymous';

/** One answer as it rests on the device. */
export const draftAnswer = z.object({
  value: z.string(),
  /** Set while the account does not have this value: what the server had when it was changed. */
  base: z.optional(z.string()),
  /** Its place in the line of things to be sent, while it waits. */
  order: z.optional(z.number()),
  /** Why the server refused it. It is not sent again until it changes. */
  refused: z.optional(z.string()),
});
export type DraftAnswer = z.output<typeof draftAnswer>;

/** A call that waits in the same line as the answers. */
export const operation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('web-status'), ...postWebStatus.body.shape }),
  z.object({ kind: z.literal('last-page'), ...putLastPage.body.shape }),
  z.object({ kind: z.literal('tabs'), ...putTabs.body.shape }),
  z.object({ kind: z.literal('add-another'), ...putAddAnother.body.shape }),
  z.object({ kind: z.literal('validations'), messages: z.record(z.string(), z.array(z.string())) }),
]);
export type Operation = z.output<typeof operation>;

export const draftOperation = z.object({ order: z.number(), operation });
export type DraftOperation = z.output<typeof draftOperation>;

/** Who was here last, and for whom the anonymous draft is meant. */
export const draftMeta = z.object({
  owner: z.string(),
  claimedBy: z.optional(z.string()),
  /** What the session needs to start without a network. */
  profile: z.optional(
    z.object({
      username: z.string(),
      last_page: z.nullable(z.string()),
      successful_login: z.optional(z.array(z.string())),
      web_status: z.array(z.object({ web_status: z.string() })),
    }),
  ),
});
export type DraftMeta = z.output<typeof draftMeta>;

export type RememberedProfile = NonNullable<DraftMeta['profile']>;

export const META_RECORD = 'meta';
export const answerRecord = (owner: Owner, key: string) => `answer/${owner}/${key}`;
export const operationRecord = (owner: Owner, order: number) => `operation/${owner}/${order}`;

/** A digest of an address: the same for every way of writing it, and no way back to it. */
export async function ownerOf(username: string): Promise<Owner> {
  const bytes = new TextEncoder().encode(username.trim().toLowerCase());
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Operations that say the same thing again take the place of the one before. */
export function replaces(next: Operation, before: Operation): boolean {
  if (next.kind !== before.kind) return false;
  if (next.kind === 'tabs' && before.kind === 'tabs') return next.tab_id === before.tab_id;
  if (next.kind === 'add-another' && before.kind === 'add-another')
    return next.button_id === before.button_id;
  if (next.kind === 'web-status' && before.kind === 'web-status')
    return next.web_status === before.web_status;
  return true;
}
