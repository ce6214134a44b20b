import * as z from 'zod/mini';
import { putAddAnother } from '#contract/add-another.ts';
import { putLastPage } from '#contract/last-page.ts';
import { putTabs } from '#contract/tabs.ts';
import { postWebStatus } from '#contract/web-status.ts';

/** Whose draft it is: nobody's yet, or an account's, named by a digest so that no address rests in clear. */
export type Owner = string;
export const ANONYMOUS: Owner = 'anonymous';

/** An answer as it rests on the device: as typed. */
export const keptAnswer = z.string();

/** What is known of the account's copy of one answer. */
export const accountSide = z.object({
  /** What the account has, as far as known: what a change here is based on. */
  base: z.string(),
  /** Values that were sent without an answer coming back: the account may have any of them. */
  sent: z.array(z.string()),
  /** When the last of these was sent. */
  sentAt: z.optional(z.number()),
  /** Whether one of these may be what the account has now. */
  isUnsure: z.boolean(),
  /** What another device has put there while this one changed it too; the applicant chooses. */
  theirs: z.optional(z.string()),
  /** Why the server refused this value. It is not sent again until it changes. */
  refused: z.optional(z.object({ value: z.string(), message: z.string() })),
});
export type AccountSide = z.output<typeof accountSide>;

/** A call that waits in the same line as the answers. */
export const operation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('web-status'), ...postWebStatus.body.shape }),
  z.object({ kind: z.literal('last-page'), ...putLastPage.body.shape }),
  z.object({ kind: z.literal('tabs'), ...putTabs.body.shape }),
  z.object({ kind: z.literal('add-another'), ...putAddAnother.body.shape }),
  z.object({ kind: z.literal('validations'), messages: z.record(z.string(), z.array(z.string())) }),
]);
export type Operation = z.output<typeof operation>;

/** One that has been done stays as `null`, so that a tab which has not heard of it does not do it again. */
export const keptOperation = z.nullable(operation);

/** Who was here last, and for whom the anonymous draft is meant. */
export const draftMeta = z.object({
  owner: z.string(),
  /** Whose the anonymous draft is, where that is known: it is never given to another without asking. */
  draftOf: z.optional(z.union([z.string(), z.undefined()])),
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
export const answerPrefix = (owner: Owner) => `answer/${owner}/`;
export const sidePrefix = (owner: Owner) => `account/${owner}/`;
export const operationPrefix = (owner: Owner) => `operation/${owner}/`;

/** The records that a tab has to know of while these are here. */
export function prefixesOf(...owners: readonly Owner[]): readonly string[] {
  return [
    META_RECORD,
    ...new Set(owners.flatMap((owner) => [answerPrefix(owner), sidePrefix(owner), operationPrefix(owner)])),
  ];
}

/** The owner in a record's name; `undefined` for a record that is nobody's. */
export function ownerIn(name: string): Owner | undefined {
  return /^[a-z]+\/([^/]+)\//.exec(name)?.[1];
}

/** A digest of an address: the same for every way of writing it, and no way back to it. */
export async function ownerOf(username: string): Promise<Owner> {
  const bytes = new TextEncoder().encode(username.trim().toLowerCase());
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An operation's place: one that says the same thing again takes it from the one before. */
export function placeOf(waiting: Operation): string {
  switch (waiting.kind) {
    case 'web-status':
      return `web-status:${waiting.web_status}`;
    case 'tabs':
      return `tabs:${waiting.tab_id}`;
    case 'add-another':
      return `add-another:${waiting.button_id}`;
    case 'last-page':
    case 'validations':
      return waiting.kind;
    default:
      return waiting satisfies never;
  }
}
