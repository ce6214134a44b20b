import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FATES, KEYS, SmallWorld, type Command } from '#testing/small-world.ts';

/** Run more: `RUNS=100000 SEED=2 npx vitest run src/application/interleavings.test.ts`. */
const { RUNS = '1000', SEED = '1' } = import.meta.env;
const options = { numRuns: Number(RUNS), seed: Number(SEED) };

const BLANK = Object.fromEntries(KEYS.map((key) => [key, '']));

const tab = fc.nat(3);
const type = fc.record({ do: fc.constant('type'), tab, key: fc.nat(1) });
const send = fc.record({ do: fc.constant('send'), tab, fate: fc.constantFrom(...FATES) });
const arrive = fc.record({ do: fc.constant('arrive') });
const hear = fc.record({ do: fc.constantFrom('hear', 'read', 'reload'), tab });
const choose = fc.record({ do: fc.constant('choose'), tab, keeps: fc.constantFrom('mine', 'theirs') });

const commandsOf = (...kinds: { weight: number; arbitrary: fc.Arbitrary<Command> }[]) =>
  fc.array(fc.oneof(...kinds), { minLength: 5, maxLength: 60 });

function judge(tabs: readonly number[], commands: readonly Command[]): void {
  const world = new SmallWorld(tabs);
  for (const command of commands) world.run(command);
  world.settle();
  expect(world.ledger.faults).toEqual([]);
  for (const shown of world.shown) expect(shown).toEqual({ ...BLANK, ...world.server.answers });
  for (const said of world.said) expect(said).toBe('Saved to your account');
}

test('whatever order lost, late and repeated requests arrive in, the account ends with what was typed, and nobody is asked', () => {
  const commands = commandsOf(
    { weight: 3, arbitrary: type },
    { weight: 6, arbitrary: send },
    { weight: 2, arbitrary: arrive },
  );
  fc.assert(
    fc.property(commands, (order) => judge([1], order)),
    options,
  );
});

test('between two tabs and another device, no answer is lost, overruled unasked or called saved too early', () => {
  const commands = commandsOf(
    { weight: 3, arbitrary: type },
    { weight: 8, arbitrary: send },
    { weight: 2, arbitrary: arrive },
    { weight: 3, arbitrary: hear },
    { weight: 1, arbitrary: choose },
  );
  fc.assert(
    fc.property(commands, (order) => judge([2, 1], order)),
    { ...options, numRuns: options.numRuns / 2 },
  );
});
