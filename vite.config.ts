import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { ASSET_HASH_CHARS } from '#contract/asset-names.ts';
import { DEFAULT_ROUTE, otherRoutes } from '#contract/client-routes.ts';
import { SECRET_PARAMETERS } from '#contract/secret-address.ts';
import { SERVER_PATHS } from '#contract/server-paths.ts';
import { tenant } from '#tenant/tenant.ts';
import { compiledAhead } from './scripts/compiled-ahead.ts';
import { TARGETS } from './scripts/baseline.ts';
import { calledAtStart, firstVisitChunks, isThereFromTheStart } from './scripts/first-visit.ts';
import { hotQuestions } from './scripts/hot-questions.ts';
import { pwaOptions } from './scripts/manifest.ts';
import { routerParts } from './scripts/router-parts.ts';
import { runtimeWithin } from './scripts/runtime-within.ts';
import { tenantPage } from './scripts/tenant-page.ts';

const serverUrl = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** See docs/offline.md, Kill switch. */
const isWorkerKilled = process.env['KILL_SERVICE_WORKER'] === 'true';

const hashed = `assets/[name]-[hash:${ASSET_HASH_CHARS}]`;
/** Short, because a first visit loads a list of all later parts. */
const names = {
  entryFileNames: `${hashed}.js`,
  chunkFileNames: `${hashed}.js`,
  assetFileNames: `${hashed}[extname]`,
};

export default defineConfig({
  define: {
    'import.meta.env.IS_WORKER_KILLED': JSON.stringify(isWorkerKilled),
    // For the worker, which may not import our modules.
    SERVER_PATHS: JSON.stringify(SERVER_PATHS.source),
    SECRET_PARAMETERS: JSON.stringify(SECRET_PARAMETERS),
    MARKER_PREFIX: JSON.stringify(tenant.identityCookiePrefix),
    DEFAULT_ROUTE: JSON.stringify(DEFAULT_ROUTE),
    OTHER_ROUTES: JSON.stringify(otherRoutes),
  },
  plugins: [
    react(),
    routerParts(),
    runtimeWithin(calledAtStart),
    compiledAhead(calledAtStart),
    tenantPage(),
    hotQuestions(),
    VitePWA(pwaOptions(isWorkerKilled)),
  ],
  resolve: { alias: { '\0vite/preload-helper.js': '/src/api/load-part.ts' } },
  build: {
    target: TARGETS,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts) => parts.filter((part) => !isThereFromTheStart(part)),
    },
    rolldownOptions: {
      // Otherwise the file of the first visit contains and exports every number that a later part needs.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: { groups: firstVisitChunks },
        ...names,
      },
    },
    // Data URIs would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
  },
  worker: { rolldownOptions: { output: names } },
  server: {
    proxy: { [SERVER_PATHS.source]: serverUrl },
    watch: { ignored: ['**/.data*/**'] },
  },
});
