import { globSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { expect, test, vi } from 'vitest';
import { parseSync, Visitor, type ESTree } from 'vite';

/** All that reads what strangers send, beside everybody else's requests. */
const READERS = ['server/**/*.ts', 'src/contract/**/*.ts', 'src/form/**/*.ts', 'src/*.ts'];
const TESTS = ['**/*.test.ts', 'server/testing/**', 'server/suites/**'];
/** Most take a few milliseconds. */
vi.setConfig({ testTimeout: 60_000 });
/** It counts steps. With these times, it would also find what a busy machine delays. */
const IN_STEPS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  mutationTimeout: null,
  recallTimeout: -1,
  seedingTimeout: null,
} as const;
// The other backends need Java or a program for this kind of processor.
vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure');

const { literals, made } = patternsIn(globSync(READERS, { exclude: TESTS }));
/** Without a repetition that has no limit, the time at each position has one. */
const repeated = [...literals].filter(([, { source }]) => /[*+]|\{\d+,\}/.test(source));

test.each(repeated)(
  '%s takes time in proportion to the text',
  { tags: 'slow' },
  (_, { source, flags, places }) => {
    const { status, ...found } = checkSync(source, flags, IN_STEPS);
    const attack = 'attack' in found ? found.attack?.pattern : undefined;
    expect({ status, attack }, places.join(', ')).toEqual({ status: 'safe', attack: undefined });
  },
);

// They read application numbers, names of our own files, codes and paths.
test('only these patterns are made at run time', () => {
  expect(made).toEqual([
    'server/domain/ground/application-number.ts',
    'server/http/site.ts',
    'src/contract/confirm.ts',
    'src/contract/server-paths.ts',
  ]);
});

test.each(['(a+)+$', '\\s+$', '^(a|b)*(?:-?ab)*$'])('%s would be found', (source) => {
  expect(checkSync(source, '', IN_STEPS).status).toBe('vulnerable');
});

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly places: string[];
}

/** Returns the patterns in these files, and the files that make some at run time. */
function patternsIn(files: readonly string[]) {
  const literals = new Map<string, Pattern>();
  const made = new Set<string>();
  for (const file of files.toSorted()) {
    const text = readFileSync(file, 'utf8');
    const noteMade = ({ callee }: { readonly callee: ESTree.Expression }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') made.add(file);
    };
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        const { pattern: source, flags } = node.regex;
        const place = `${file}:${text.slice(0, node.start).split('\n').length}`;
        const known = literals.get(`/${source}/${flags}`);
        if (known === undefined) literals.set(`/${source}/${flags}`, { source, flags, places: [place] });
        else known.places.push(place);
      },
      NewExpression: noteMade,
      CallExpression: noteMade,
    }).visit(parseSync(file, text).program);
  }
  return { literals, made: [...made] };
}
