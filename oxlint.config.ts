import { defineConfig } from 'oxlint';
import { wallOverrides } from './scripts/walls.ts';

const tests = ['**/*.test.{ts,tsx}', 'src/testing/**', 'server/testing/**', 'server/suites/**', 'e2e/**'];

const storage = ['localStorage', 'sessionStorage'].map((name) => ({
  name,
  message: 'What rests on the device goes through #device, encrypted.',
}));
const network = [
  ...['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'].map((name) => ({
    name,
    message:
      'The door to the network is src/api/fetch-json.ts (uploads: upload.ts; the page itself: release-at-server.ts).',
  })),
];
const indexedDb = { name: 'indexedDB', message: 'The door to IndexedDB is #device.' };

const environment = {
  object: 'process',
  property: 'env',
  message: 'The door to the environment is server/env.ts.',
};
const clock = {
  object: 'Date',
  property: 'now',
  message: 'The clock is device/clock.ts or server/adapters/clock.ts.',
};

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise'],
  categories: { correctness: 'error' },
  env: { builtin: true, es2024: true },
  ignorePatterns: ['dist', 'build', 'node_modules', '.data*', 'playwright-report', 'test-results'],
  options: { typeAware: true },
  rules: {
    'no-console': ['error', { allow: ['error', 'warn'] }],
    'no-restricted-globals': ['error', ...storage, ...network, indexedDb],
    'no-restricted-properties': ['error', environment, clock],
    eqeqeq: 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'no-var': 'error',
    'prefer-const': 'error',
    'no-param-reassign': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    // A default may hand over to the next table of cases.
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/only-throw-error': 'error',
    'typescript/return-await': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/button-has-type': 'error',
    'react/no-danger': 'error',
    'react/react-in-jsx-scope': 'off',
    // A field chooses between its two components once. It creates no component at a later render.
    'react/static-components': 'off',
    'react/set-state-in-effect': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
    'no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
    // Spreads keep an option and its value on one line.
    'unicorn/no-useless-spread': 'off',
    // Some screen readers announce `role="status"` but not `output`.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
  },
  overrides: [
    ...wallOverrides(),
    {
      files: [
        'src/api/client-count.ts',
        'src/api/fetch-json.ts',
        'src/api/load-part.ts',
        'src/api/release-at-server.ts',
        'src/api/upload.ts',
      ],
      rules: { 'no-restricted-globals': ['error', ...storage, indexedDb] },
    },
    { files: ['src/device/**'], rules: { 'no-restricted-globals': ['error', ...storage, ...network] } },
    // The worker and the server make requests of their own. They do not use the client's door.
    { files: ['sw/**', 'server/**'], rules: { 'no-restricted-globals': 'off' } },
    { files: ['server/**', 'e2e/**', 'bench/**'], rules: { 'react/rules-of-hooks': 'off' } },
    {
      files: ['src/device/clock.ts', 'server/adapters/clock.ts'],
      rules: { 'no-restricted-properties': ['error', environment] },
    },
    { files: ['server/env.ts'], rules: { 'no-restricted-properties': ['error', clock] } },
    // Lists of one entry after another.
    {
      files: ['server/seeds/applicants.ts', 'scripts/conformance/criteria.ts'],
      rules: { 'max-lines': 'off' },
    },
    {
      files: tests,
      rules: {
        'typescript/consistent-type-assertions': 'off',
        'typescript/no-non-null-assertion': 'off',
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
        'no-console': 'off',
        'typescript/require-array-sort-compare': 'off',
      },
    },
    {
      files: ['scripts/**', 'bench/**', 'server/cli/**', 'server/main.ts', 'e2e/**', '*.config.ts'],
      rules: {
        'no-console': 'off',
        'no-restricted-properties': 'off',
        'no-restricted-globals': 'off',
      },
    },
    {
      files: ['**/*.config.ts', 'server/testing/global-setup.ts', 'e2e/support/slow-tests.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
});
