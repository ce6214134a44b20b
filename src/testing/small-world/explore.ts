// Tries all orders, breadth first, so that the first fault found has the shortest order.
import { codeOf, hashOf } from './encode.ts';
import { happenings } from './happenings.ts';
import { faultsAtRest, faultsBetween, note } from './judge.ts';
import { copyOf, type World } from './world.ts';

export interface Fault {
  readonly what: string;
  /** What happened, in words, from the beginning. */
  readonly order: readonly string[];
}

export interface Result {
  readonly states: number;
  readonly happenings: number;
  readonly depth: number;
  /** The first fault; absent if all orders are right. */
  readonly fault: Fault | undefined;
}

export interface Move {
  readonly name: string;
  readonly where: number;
}

/** All that can happen now. */
function movesIn(world: World): readonly Move[] {
  return Object.entries(happenings).flatMap(([name, { budget, where }]) =>
    budget !== undefined && world.left[budget] === 0 ? [] : where(world).map((at) => ({ name, where: at })),
  );
}

export function after(world: World, { name, where }: Move): World {
  const next = copyOf(world);
  const { budget, run } = happenings[name]!;
  if (budget !== undefined) next.left[budget] -= 1;
  next.time += 1;
  run(next, where);
  note(next);
  return next;
}

/** Runs everything that happens by itself, until nothing does. */
export function atRest(world: World): World {
  for (let now = world; ;) {
    const next = movesIn(now).find(({ name }) => happenings[name]!.budget === undefined);
    if (next === undefined) return now;
    now = after(now, next);
  }
}

/** @param limit of states; the search fails if it needs more, because only a complete search proves anything */
export function tryAllOrders(start: World, limit = Number.POSITIVE_INFINITY): Result {
  const ids = new Map<number, number>([[hashOf(codeOf(start)), 0]]);
  const parents: number[] = [-1];
  const moves: Move[] = [{ name: '', where: 0 }];
  let [count, depth] = [0, 0];
  /** The steps that happen by themselves: from which state to which. */
  const edges: Edge[] = [];
  const orderTo = (id: number): readonly string[] => {
    const order: string[] = [];
    for (let at = id; at > 0; at = parents[at]!) order.unshift(`${moves[at]!.name} (${moves[at]!.where})`);
    return order;
  };
  const ended = (fault?: Fault): Result => ({ states: ids.size, happenings: count, depth, fault });
  let level: (readonly [World, number])[] = [[start, 0]];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const [world, id] of level) {
      let isAtRest = true;
      for (const move of movesIn(world)) {
        count += 1;
        const isOfItself = happenings[move.name]!.budget === undefined;
        isAtRest &&= !isOfItself;
        const then = after(world, move);
        const code = hashOf(codeOf(then));
        let known = ids.get(code);
        const [what] = faultsBetween(world, then);
        if (what !== undefined)
          return ended({ what, order: [...orderTo(id), `${move.name} (${move.where})`] });
        if (known === undefined) {
          known = ids.size;
          ids.set(code, known);
          parents.push(id);
          moves.push(move);
          next.push([then, known]);
        }
        if (isOfItself) edges.push({ from: id, to: known, name: `${move.name} (${move.where})` });
      }
      const [what] = isAtRest ? faultsAtRest(world) : [];
      if (what !== undefined) return ended({ what: `at rest, ${what}`, order: orderTo(id) });
    }
    if (ids.size > limit)
      return ended(
        endlessIn(ids.size, edges) ?? { what: `more than ${limit} states`, order: orderTo(ids.size - 1) },
      );
    level = next;
    depth += 1;
  }
  return ended(endlessIn(ids.size, edges));

  function endlessIn(states: number, known: readonly Edge[]): Fault | undefined {
    const round = cycleIn(states, known);
    const names = round.map(({ name }) => name);
    return (
      round[0] && {
        what: 'goes round without progress',
        order: [...orderTo(round[0].from), '… and round:', ...names],
      }
    );
  }
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/**
 * Steps that happen by themselves and lead back to where they began. States that cannot be part of such a circle are
 * removed first.
 */
function cycleIn(states: number, edges: readonly Edge[]): readonly Edge[] {
  const leads = new Int32Array(states);
  const into = new Map<number, Edge[]>();
  for (const edge of edges) {
    leads[edge.from]! += 1;
    const known = into.get(edge.to);
    if (known === undefined) into.set(edge.to, [edge]);
    else known.push(edge);
  }
  const dead = [...leads.keys()].filter((state) => leads[state] === 0);
  const gone = new Set<number>();
  for (let state = dead.pop(); state !== undefined; state = dead.pop()) {
    gone.add(state);
    for (const { from } of into.get(state) ?? []) if ((leads[from]! -= 1) === 0) dead.push(from);
  }
  const onward = new Map(edges.flatMap((edge) => (gone.has(edge.to) ? [] : [[edge.from, edge] as const])));
  const way: Edge[] = [];
  let [at] = [...onward.keys()];
  while (at !== undefined && !way.some(({ from }) => from === at)) {
    const edge = onward.get(at);
    if (edge === undefined) return [];
    way.push(edge);
    at = edge.to;
  }
  return way.slice(way.findIndex(({ from }) => from === at));
}
