// Functions on answers that need an account; loaded only then.
import { EMPTY_ANSWER, type Answers } from '#form/condition.ts';
import { descKey, isUnfinishedKey } from '#form/keys.ts';
import type { Device } from '#device/device.ts';
import { senderLease } from '#device/sender-lease.ts';
import type { Stamp } from '#device/stamp.ts';
import { agreeing, settled } from './account-side.ts';
import { accountStatusOf } from './account-status.ts';
import { adoptionOf } from './adoption.ts';
import type { OutboxEvents, Wire } from './outbox-parts.ts';
import { Outbox } from './outbox.ts';
import { ANONYMOUS, answerPrefix, ownerOf, prefixesOf, type RememberedProfile } from './records.ts';
import type { AnswersFacade, Inside } from './answers-facade.ts';
import type { Side } from './conflict.ts';
import { mergeInto } from './merging.ts';
import { takeTogether } from './together.ts';

/** The calls for the answers of an account. All reject with the errors of `api/`. */
export interface AccountWire extends Omit<Wire, 'refresh'> {
  readonly readAnswers: () => Promise<Answers>;
}

/** Gives the facade its outbox: from now on answers are sent while somebody is logged in. */
export function connect(
  facade: AnswersFacade,
  device: Device,
  { readAnswers, ...wire }: AccountWire,
  events: Omit<OutboxEvents, 'onChange'>,
): void {
  const { draft, records, clock } = facade.inside;
  const sync = async () => void (await records.sync());
  const refresh = async () => {
    const { owner } = draft;
    const since = records.now();
    const server = await readAnswers();
    // Read what was typed in tabs that messages do not reach, so that the merge does not overwrite it.
    await sync();
    if (owner !== draft.owner) return;
    mergeInto(draft, records, server, { since, now: clock.now(), today: facade.store.today });
  };
  facade.saveLine.learn(accountStatusOf);
  const lease = senderLease(device, 'outbox', records.tab);
  facade.connect(
    (onChange) => new Outbox(draft, { ...wire, refresh }, { ...events, onChange }, clock, lease, sync),
  );
}

/**
 * Merges the account's answers, its unsent answers on this device and the anonymous draft, then starts saving. A
 * draft meant for another account is not merged; the applicant is asked about it.
 *
 * @param since from `stampNow`, taken before the answers were requested
 */
export async function login(
  facade: AnswersFacade,
  profile: RememberedProfile,
  server: Answers,
  since: Stamp,
): Promise<void> {
  const { draft, records, clock } = facade.inside;
  facade.store.tell();
  const owner = await ownerOf(profile.username);
  const isRead = await records.know(prefixesOf(ANONYMOUS, owner));
  const { meta, anonymous } = draft;
  const isForeign = anonymous.size > 0 && meta?.draftOf !== undefined && meta.draftOf !== owner;
  draft.become(owner);
  draft.putMeta({ owner, profile, ...(isForeign && { draftOf: meta.draftOf }) });
  mergeInto(draft, records, server, { since, now: clock.now(), today: facade.store.today });
  if (!isForeign) adopt(facade.inside, anonymous);
  facade.showDraft();
  await records.flush();
  facade.saveLine.begin();
  facade.startSaving(isRead);
  facade.setForeignDraft(isForeign ? { answers: anonymous } : undefined);
}

/** The last account on this device; `undefined` when a start without a network is not possible. */
export function rememberedProfile(facade: AnswersFacade): RememberedProfile | undefined {
  const { meta } = facade.inside.draft;
  return meta === undefined || meta.owner === ANONYMOUS ? undefined : meta.profile;
}

/** Whether any tab of this browser has learned that the last account's application is submitted. */
export function isKnownAsSubmitted(facade: AnswersFacade): boolean {
  const statuses = rememberedProfile(facade)?.web_status ?? [];
  return statuses.some(({ web_status }) => web_status === 'submitted');
}

/**
 * Starts without a network, from the draft and profile that the last login stored.
 *
 * @returns `undefined` when there are none
 */
export function resume(facade: AnswersFacade): RememberedProfile | undefined {
  const { draft } = facade.inside;
  const profile = rememberedProfile(facade);
  if (draft.meta === undefined || profile === undefined) return undefined;
  draft.become(draft.meta.owner);
  facade.showDraft();
  facade.startSaving(false);
  return profile;
}

/** Resolves conflicts as the applicant chose, with the labels. Clears answers that become impossible. */
export async function choose(facade: AnswersFacade, decisions: ReadonlyMap<string, Side>): Promise<void> {
  const { draft, records } = facade.inside;
  const chosen = [...decisions].flatMap(([key, keeps]) =>
    [key, descKey(key)].flatMap((decided) => {
      const side = draft.side(decided);
      if (side === undefined) return [];
      const value = keeps === 'theirs' ? (side.theirs ?? side.base) : draft.answer(decided);
      return [[decided, value] as const];
    }),
  );
  // Another tab may have asked the same question and sent its answer.
  await records.sync();
  const sides = chosen.flatMap(([decided]) => {
    const side = draft.side(decided);
    return side?.theirs === undefined ? [] : [[decided, settled(side)] as const];
  });
  draft.put({ answers: new Map(chosen), sides: new Map(sides) });
  takeTogether(facade.store, Object.fromEntries(chosen));
  facade.send();
}

/** Applies the decision about a foreign draft: merges it into this account, or leaves it for its owner. */
export function decideForeign(facade: AnswersFacade, takes: boolean): void {
  const { draft } = facade.inside;
  const foreign = facade.foreignDraft;
  if (takes && foreign !== undefined) {
    adopt(facade.inside, foreign.answers);
    const { meta } = draft;
    if (meta !== undefined) draft.putMeta({ ...meta, draftOf: undefined });
    facade.send();
  }
  facade.setForeignDraft(undefined);
}

function adopt({ draft, records }: Inside, anonymous: ReadonlyMap<string, string>): void {
  const { fills, differing } = adoptionOf(anonymous, (key) => draft.answer(key));
  const side = (key: string) => draft.side(key) ?? agreeing(EMPTY_ANSWER);
  // Without a side, what stands in the boxes of a date is never sent, and never asked about.
  const sent = (keys: Iterable<string>) => [...keys].filter((key) => !isUnfinishedKey(key));
  const asked = sent(differing.keys()).map(
    (key) => [key, { ...side(key), theirs: draft.answer(key) }] as const,
  );
  const gone = records.names(answerPrefix(ANONYMOUS)).map((name) => [name, undefined] as const);
  draft.put(
    {
      answers: new Map([...fills, ...differing]),
      sides: new Map([...sent(fills.keys()).map((key) => [key, side(key)] as const), ...asked]),
    },
    new Map(gone),
  );
}
