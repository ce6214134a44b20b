import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { DEEPEST_FOLDER, wallOverrides, walls } from './walls.ts';

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'sw', 'server'],
  {
    encoding: 'utf8',
  },
).split('\n');
const sources = files.filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.includes('/testing/'),
);

/** Doors that the linter has no rule for. */
test.each([
  { what: 'the clock', pattern: /new Date\(\)/, doors: ['src/device/clock.ts', 'server/adapters/clock.ts'] },
  {
    what: 'localStorage and sessionStorage',
    pattern: /\b(window|globalThis|self)\.(local|session)Storage\b/,
    doors: [],
  },
  {
    what: 'the network of the client',
    pattern: /\b(window|globalThis)\.fetch\b|sendBeacon/,
    doors: ['src/api/fetch-json.ts', 'src/api/release-at-server.ts', 'src/api/upload.ts'],
  },
])('only its door touches $what', ({ pattern, doors }) => {
  const touching = sources.filter((path) => pattern.test(readFileSync(path, 'utf8')));
  expect(touching.filter((path) => !doors.some((door) => door === path))).toEqual([]);
});

test('the client has no look-behind, which Safari before 16.4 does not support', () => {
  const looking = sources.filter(
    (path) => !path.startsWith('server/') && /\(\?<[=!]/.test(readFileSync(path, 'utf8')),
  );
  expect(looking).toEqual([]);
});

test('in the client, all code that loads on demand is a part, with one way to load it', () => {
  const loading = sources.filter((path) => {
    const rest = readFileSync(path, 'utf8').replaceAll(/definePart\(\s*\(\) =>\s*import\(/g, '');
    return path.startsWith('src/') && /\bimport\(/.test(rest);
  });
  // A script of a prerendered page loads the client itself.
  expect(loading).toEqual(['src/first-visit/prerendered-start.ts']);
});

test('in the client, only the clock measures time', () => {
  const client = sources.filter((path) => path.startsWith('src/'));
  const measuring = client.filter((path) => readFileSync(path, 'utf8').includes('performance.now()'));
  // `ui/` may not import the clock.
  expect(measuring).toEqual(['src/device/clock.ts', 'src/ui/at-rest.ts', 'src/ui/use-hover-menu.ts']);
});

test('every room has walls, and so has every file outside of the rooms', () => {
  const rooms = files
    .filter((path) => !path.includes('.test.'))
    .flatMap(
      (path) =>
        /^(?:src|server)\/(?:domain\/[^/]+(?=\/)|(?!domain\/)[^/]+(?=\/)|[^/]+\.tsx?$)/.exec(path) ?? [],
    );
  expect(rooms).toContain('server/context.ts');
  expect([...new Set(rooms)].filter((room) => walls[room] === undefined)).toEqual([]);
});

/** Whether the linter lets a file import something: of the overrides for a file, the last one counts. */
function isOpen(file: string, specifier: string): boolean {
  const last = wallOverrides().findLast((override) => override.files.some((glob) => matchesGlob(file, glob)));
  const [, { patterns }] = last!.rules['no-restricted-imports'];
  return !patterns.some(({ regex }) => new RegExp(regex).test(specifier));
}

test.each([
  { file: 'server/context.ts', specifier: '#application/step.ts', open: false },
  { file: 'server/context.ts', specifier: '../src/application/step.ts', open: false },
  { file: 'server/context.ts', specifier: '#tenant/tenant.ts', open: true },
  { file: 'server/app.ts', specifier: '#service-view/render.tsx', open: false },
  { file: 'server/app.ts', specifier: 'fastify', open: true },
  { file: 'server/http/calls.ts', specifier: 'fastify', open: true },
  { file: 'server/domain/ground/csv.ts', specifier: 'fastify', open: false },
  { file: 'server/domain/ground/csv.ts', specifier: '@fastify/cookie', open: false },
  { file: 'server/domain/ground/csv.test.ts', specifier: 'fastify', open: true },
  { file: 'server/domain/application/saving.ts', specifier: 'kysely', open: true },
  { file: 'server/routes/api/pdf/copy.ts', specifier: 'pg', open: false },
  { file: 'server/routes/api/pdf/copy.ts', specifier: 'playwright-core', open: false },
  { file: 'server/domain/documents/make-pdf.ts', specifier: 'sharp', open: false },
  { file: 'server/adapters/converter/image.ts', specifier: 'sharp', open: true },
  { file: 'server/cli/admin.ts', specifier: 'pino', open: false },
  { file: 'src/form/dates.ts', specifier: 'pino', open: false },
  { file: 'src/first-visit/first-look.ts', specifier: '#app/app.tsx', open: false },
  { file: 'src/first-visit/prerender.tsx', specifier: '#app/app.tsx', open: true },
  { file: 'src/ui/text-field.tsx', specifier: '#first-visit/first-look.ts', open: false },
])('$file may import $specifier: $open', ({ file, specifier, open }) => {
  expect(isOpen(file, specifier)).toBe(open);
});

test('no folder is deeper than the walls of its room reach', () => {
  const depthIn = (room: string, path: string) => path.slice(room.length + 1).split('/').length - 1;
  const inRooms = Object.keys(walls).flatMap((room) =>
    files.filter((path) => path.startsWith(`${room}/`)).map((path) => ({ path, depth: depthIn(room, path) })),
  );
  expect(inRooms.length).toBeGreaterThan(100);
  expect(inRooms.filter(({ depth }) => depth >= DEEPEST_FOLDER)).toEqual([]);
});

test('in the client, only api/ knows what a status code means', () => {
  // The files of the contract declare refusals for the OpenAPI document.
  const doors = ['src/api/', 'src/contract/'];
  const client = sources.filter(
    (path) => path.startsWith('src/') && !doors.some((door) => path.startsWith(door)),
  );
  const knowing = client.filter((path) =>
    /\b(401|403|404|408|409|412|413|422|425|429|503)\b/.test(readFileSync(path, 'utf8')),
  );
  expect(client).toContain('src/application/account/send.ts');
  expect(knowing).toEqual([]);
});

test('no style sheet makes a browser search the whole page whenever an element is added or removed', () => {
  const styles = files.filter((path) => path.endsWith('.css'));
  const searching = styles.filter((path) =>
    /(:root|html|body):has\((?!\s*>)/.test(readFileSync(path, 'utf8')),
  );
  expect(styles).toContain('src/ui/base.css');
  expect(searching).toEqual([]);
});

test('style sheets use only the breakpoints of the specification, and no width is on both sides', () => {
  const inEm = [600, 1000].map((px) => `${px / 16}em`);
  const conditions = files
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/@media[^{]*/g)].map(([rule]) => ({ path, rule })),
    )
    .flatMap(({ path, rule }) =>
      [...rule.matchAll(/\([^()]*\b(?:width|height)\b[^()]*\)/g)].map(([part]) => `${path}: ${part}`),
    );
  // In em: with large text, a part with a limit in pixels would look different from its neighbors.
  const isWritten = /: \((width|height) (<=|>) [\d.]+r?em\)$/;
  expect(conditions.filter((condition) => !isWritten.test(condition))).toEqual([]);
  // Each bar has its own limits for very narrow or low windows. Above that, there are only two breakpoints.
  const wide = conditions.filter((condition) => /width > /.test(condition));
  const isBreakpoint = (condition: string) => inEm.some((width) => condition.endsWith(` ${width})`));
  expect(wide.filter((condition) => !isBreakpoint(condition))).toEqual([]);
});

test('the benches, which are type-checked only where their libraries are installed, import files that exist', () => {
  const benches = execFileSync('git', ['ls-files', 'bench'], { encoding: 'utf8' }).split('\n');
  const imported = benches
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/^(?:import|export|\}).* from '(\.[^']+)';/gm)].map(
        ([, to = '']) => join(dirname(path), to),
      ),
    );
  expect(imported.length).toBeGreaterThan(50);
  expect(imported.filter((path) => !existsSync(path))).toEqual([]);
});
