import type { OxlintOverride } from 'oxlint';

/**
 * The walls between the rooms: a room may import only the rooms listed for it. Imports inside a room are relative.
 * Tests may also import `testing`.
 */

const client = {
  'limits.ts': [],
  'plain-text.ts': [],
  'dates.ts': [],
  'partner.ts': [],
  'retry.ts': [],
  'provided.ts': [],
  tenant: ['limits.ts', 'partner.ts'],
  form: ['limits.ts', 'plain-text.ts', 'dates.ts', 'tenant', 'partner.ts'],
  contract: ['limits.ts', 'plain-text.ts', 'form'],
  device: [],
  api: ['limits.ts', 'retry.ts', 'provided.ts', 'contract', 'device'],
  files: ['limits.ts', 'form', 'device'],
  application: ['limits.ts', 'retry.ts', 'provided.ts', 'form', 'contract', 'device', 'api', 'files'],
  ui: ['limits.ts', 'plain-text.ts', 'dates.ts', 'retry.ts'],
  'first-visit': ['form', 'device', 'ui'],
  fields: ['limits.ts', 'provided.ts', 'ui', 'form', 'contract', 'api', 'application', 'files'],
  'service-view': ['limits.ts', 'form', 'tenant', 'contract', 'partner.ts'],
  shell: ['limits.ts', 'contract', 'ui', 'application', 'tenant', 'partner.ts'],
} as const;

/** Folders that contain only tests. `walls` lists the rooms that they may import; they may import any package. */
const testFolders = ['src/testing', 'server/testing', 'server/suites', 'e2e'];

/** The rooms of `server/domain`, from the ground up: each may import only rooms above it in this list. */
const domain = {
  ground: ['plain-text.ts', 'contract', 'server/adapters'],
  limits: ['server/adapters', 'server/domain/ground'],
  lookup: ['form', 'contract', 'server/adapters', 'server/domain/ground'],
  mails: [
    'limits.ts',
    'tenant',
    'form',
    'contract',
    'service-view',
    'server/adapters',
    'server/domain/ground',
  ],
  accounts: [
    'limits.ts',
    'tenant',
    'form',
    'contract',
    'server/adapters',
    'server/domain/ground',
    'server/domain/limits',
    'server/domain/mails',
  ],
  application: [
    'tenant',
    'form',
    'contract',
    'service-view',
    'server/adapters',
    'server/domain/ground',
    'server/domain/mails',
    'server/domain/accounts',
  ],
  documents: [
    'tenant',
    'limits.ts',
    'form',
    'contract',
    'service-view',
    'server/adapters',
    'server/domain/ground',
    'server/domain/limits',
    'server/domain/application',
  ],
  office: [
    'plain-text.ts',
    'tenant',
    'form',
    'contract',
    'server/adapters',
    'server/domain/ground',
    'server/domain/application',
  ],
  'ways-out': [
    'form',
    'contract',
    'server/adapters',
    'server/domain/ground',
    'server/domain/application',
    'server/domain/documents',
  ],
  upkeep: [
    'contract',
    'server/adapters',
    'server/domain/ground',
    'server/domain/mails',
    'server/domain/limits',
    'server/domain/accounts',
    'server/domain/application',
    'server/domain/office',
  ],
} as const;

const allOfClient = Object.keys(client);
/** The client's rooms that the server may import: they use neither DOM, network nor clock. */
const shared = [
  'limits.ts',
  'plain-text.ts',
  'dates.ts',
  'partner.ts',
  'tenant',
  'form',
  'contract',
  'service-view',
];

/** Folder of a room → the rooms that it may import, by the name after the `#`. */
export const walls: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(client).map(([room, rights]) => [`src/${room}`, rights])),
  // Only the developers' checks read it. A university whose records accept every answer may say so.
  'src/tenant/data-model.ts': ['form'],
  // An entry of the build, like `app/start.tsx`: no module imports it.
  'src/first-visit/prerender.tsx': ['tenant', 'form', 'contract', 'ui', 'shell', 'app'],
  'src/screens': allOfClient,
  'src/app': [...allOfClient, 'screens', 'sw/messages.ts'],
  'src/testing': [...allOfClient, 'screens', 'app'],
  sw: [],
  // They import the server's own folders by relative paths.
  'server/app.ts': ['contract'],
  'server/context.ts': ['tenant'],
  'server/env.ts': [],
  'server/env-variables.ts': [],
  'server/env-values.ts': [],
  'server/reach.ts': [],
  'server/this-machine.ts': [],
  'server/main.ts': [],
  'server/outer-parts.ts': ['tenant'],
  'server/start-jobs.ts': [],
  // The frame around all calls: sessions, errors, headers, the site itself.
  'server/http': [
    'limits.ts',
    'tenant',
    'contract',
    'server/domain',
    'server/adapters',
    'server/context.ts',
    'server/env.ts',
  ],
  'server/routes': [
    'limits.ts',
    'form',
    'contract',
    'service-view',
    'server/domain',
    'server/adapters',
    'server/http',
    'server/reach.ts',
    'tenant',
  ],
  ...Object.fromEntries(Object.entries(domain).map(([room, rights]) => [`server/domain/${room}`, rights])),
  'server/adapters': ['limits.ts', 'server/env.ts'],
  'server/migrations': ['server/adapters'],
  'server/backup': ['contract', 'server/domain', 'server/adapters', 'server/migrations'],
  // Made-up applicants. Only the operator's command and tests import them.
  'server/seeds': ['form', 'contract', 'tenant', 'server/domain', 'server/adapters', 'server/testing'],
  'server/cli': [
    ...shared,
    'server/domain',
    'server/adapters',
    'server/backup',
    'server/migrations',
    'server/seeds',
    'server/context.ts',
    'server/env.ts',
    'server/outer-parts.ts',
    'server/reach.ts',
  ],
  'server/testing': [...shared, 'server', 'testing'],
  'server/suites': [...shared, 'testing', 'server'],
  e2e: ['limits.ts', 'plain-text.ts', 'tenant', 'form', 'contract', 'service-view', 'testing'],
};

/** Every name that may follow a `#`, from the coarsest to the finest. */
const rooms = [...Object.keys(client), ...['screens', 'app', 'testing', 'sw', 'server']];
const serverParts = [
  'http',
  'routes',
  ...Object.keys(domain).map((room) => `domain/${room}`),
  'adapters',
  'migrations',
  'seeds',
  'backup',
  'cli',
  'testing',
  'suites',
  'context.ts',
  'env.ts',
  'env-variables.ts',
  'env-values.ts',
  'reach.ts',
  'this-machine.ts',
  'app.ts',
  'main.ts',
  'outer-parts.ts',
  'start-jobs.ts',
];

/** Packages that only one room (or file) may import: each outside thing has one door. */
const packageDoors: readonly { readonly packages: string; readonly door: readonly string[] }[] = [
  { packages: 'idb-keyval', door: ['src/device'] },
  { packages: 'react-aria-components|react-aria|react-stately|react-imask|imask', door: ['src/ui'] },
  { packages: 'workbox-window', door: ['src/app'] },
  { packages: '@cantoo', door: ['server/adapters', 'server/seeds', 'src/files'] },
  { packages: 'fastify|@fastify', door: ['server/app.ts', 'server/http', 'server/routes'] },
  { packages: 'pino', door: ['server/main.ts'] },
  {
    packages: 'kysely|pg',
    door: ['server/domain', 'server/adapters', 'server/backup', 'server/migrations'],
  },
  { packages: 'pg-boss|nodemailer|sharp|playwright-core|@aws-sdk', door: ['server/adapters'] },
];

/** How many folders deep the walls of a room reach. `doors.test.ts` fails where a room has more. */
export const DEEPEST_FOLDER = 4;

const isFile = (name: string) => /\.tsx?$/.test(name);
const escape = (name: string) => name.replaceAll('.', String.raw`\.`);
const startsWith = (room: string) => `^#${escape(room)}${isFile(room) ? '$' : '(/|$)'}`;

/** Tests may also import builders. Tests of the server may also import the questions and all of the domain. */
function openToTests(allowed: readonly string[]): readonly string[] {
  return allowed.some((right) => right.startsWith('server/'))
    ? [
        'testing',
        'server/testing',
        'server/seeds',
        'server/domain',
        'server/context.ts',
        'server/outer-parts.ts',
        'server/start-jobs.ts',
        ...shared,
      ]
    : ['testing'];
}

function forbiddenRooms(allowed: readonly string[], isTest: boolean): readonly string[] {
  const rights = new Set(isTest ? [...allowed, ...openToTests(allowed)] : allowed);
  const parts = serverParts.map((part) => `server/${part}`);
  const isOpen = (part: string) =>
    rights.has(part) || (part.startsWith('server/domain/') && rights.has('server/domain'));
  const isServerAllowed = rights.has('server');
  const mayEnterServer = [...rights].some((right) => right.startsWith('server/'));
  return [
    ...rooms.filter((room) => room !== 'server' && room !== 'sw' && !rights.has(room)),
    ...(rights.has('sw/messages.ts') ? [] : ['sw']),
    ...(isServerAllowed ? [] : mayEnterServer ? parts.filter((part) => !isOpen(part)) : ['server']),
  ];
}

interface Pattern {
  readonly regex: string;
  readonly message: string;
}

interface WallOverride extends OxlintOverride {
  readonly rules: { readonly 'no-restricted-imports': ['error', { readonly patterns: Pattern[] }] };
}

function patternsFor(
  folder: string,
  allowed: readonly string[],
  depth: number,
  isTest: boolean,
): readonly Pattern[] {
  const doors = packageDoors
    .filter(({ door }) => !door.some((open) => folder === open || folder.startsWith(`${open}/`)))
    .map(({ packages, door }) => ({
      regex: `^(${packages})(/|$)`,
      message: `Only ${door.join(', ')} may touch this package.`,
    }));
  return [
    ...forbiddenRooms(allowed, isTest).map((room) => ({
      regex: startsWith(room),
      message: `${folder} may not import #${room}: see scripts/walls.ts.`,
    })),
    {
      regex: String.raw`^(\.\./){${depth + 1}}`,
      message: 'A relative path stays in its room; across a wall write #room/file.ts.',
    },
    {
      regex: '^react-(aria|aria-components|stately)$',
      message: 'Import the part by its path: the root costs the first visit its budget.',
    },
    ...(isTest || testFolders.includes(folder) ? [] : doors),
  ];
}

/** One override of the lint configuration per room, depth of folder, and kind of file. */
export function wallOverrides(): WallOverride[] {
  return Object.entries(walls).flatMap(([folder, allowed]) => {
    if (isFile(folder)) return [override([folder], patternsFor(folder, allowed, 0, false))];
    return Array.from({ length: DEEPEST_FOLDER }, (_, depth) => {
      const path = `${folder}/${'*/'.repeat(depth)}`;
      return [
        override([`${path}*.{ts,tsx}`], patternsFor(folder, allowed, depth, false)),
        override([`${path}*.test.{ts,tsx}`], patternsFor(folder, allowed, depth, true)),
      ];
    }).flat();
  });
}

function override(files: string[], patterns: readonly Pattern[]): WallOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [...patterns] }] } };
}
