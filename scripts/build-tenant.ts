// Builds the client for the tenant whose condition Node runs under, into the given folder:
// node --conditions=tenant-meridian scripts/build-tenant.ts FOLDER
import { build, defaultClientConditions } from 'vite';

const outDir = process.argv[2];
if (outDir === undefined) throw new Error('Which folder?');
const given = process.execArgv.flatMap((argument) => /^--conditions=(.+)$/.exec(argument)?.[1] ?? []);

await build({
  // Node itself loads the configuration, so that the manifest is made for the same tenant.
  configLoader: 'native',
  logLevel: 'error',
  resolve: { conditions: [...given, ...defaultClientConditions] },
  build: { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false },
});
