import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Lines of the pages that the suite does not run, and why. */
const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
  [/^apt-get install/, 'changes the machine; a unit test compares the names with those of the set-up'],
  [/^certbot/, 'needs a host that the internet reaches; the suite makes a certificate of its own'],
  [/^cp deploy\/compose|^docker compose/, 'needs Docker or Podman; "npm run test:compose" does it'],
  [/^kubectl/, 'needs a cluster; no suite runs it'],
  [/^npm (test|run check)$/, 'takes minutes; the pipelines run its parts in a fresh clone'],
];

/** The commands of a block, one for each line; a backslash at the end continues a line. */
export interface Block {
  readonly kind: string;
  readonly lines: readonly string[];
}

/** Takes the code blocks of one kind or more from a page. */
export function blocksOf(page: string, ...kinds: readonly string[]): readonly Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)].flatMap(
    ([, indent = '', kind = '', code = '']) => {
      const lines = code
        .split('\n')
        .map((line) => line.slice(indent.length))
        .join('\n')
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .map((line) => line.replace(/\s+# .*$/, '').trim())
        .filter((line) => line !== '');
      return kinds.includes(kind) ? [{ kind, lines }] : [];
    },
  );
}

/** Takes what README.md starts, and the commands in the first paragraph of CONTRIBUTING.md. */
export function firstCommands(): readonly string[] {
  const [, paragraph = ''] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('\n\n');
  return [
    ...blocksOf('README.md', 'sh')
      .flatMap(({ lines }) => lines)
      .filter((line) => /^npm (start|test|run demo)$/.test(line)),
    ...[...paragraph.matchAll(/`(npm [^`]+)`/g)].map(([, command = '']) => command),
  ];
}

/** Returns why a line is left out, or `undefined` if it is run. */
export function whyLeftOut(line: string): string | undefined {
  return LEFT_OUT.find(([pattern]) => pattern.test(line))?.[1];
}
