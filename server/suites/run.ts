// The long suites: node server/suites/run.ts cluster|compose|crash|export|fuzz|failover|failover-pooled|proxy|spreadsheet|upgrades|walk [--runs N] [--seed S]
import { parseArgs } from 'node:util';
import { BUILT_SERVER } from '#server/testing/process.ts';
import { runCompose } from './compose/compose.ts';
import { runCluster } from './cluster/cluster.ts';
import { runCrash } from './crash/crash.ts';
import { runExport } from './export/export.ts';
import { runFailover } from './failover/failover.ts';
import { runFuzz } from './fuzz/fuzz.ts';
import { runProxy } from './proxy/proxy.ts';
import type { Report, SuiteOptions } from './report.ts';
import { inSuiteFolder } from './suite-folder.ts';
import { runSpreadsheet } from './spreadsheet/spreadsheet.ts';
import { runUpgrade } from './upgrade/upgrade.ts';
import { runWalk } from './walk/walk.ts';

interface Suite {
  readonly runs: number;
  readonly run: (options: SuiteOptions) => Promise<Report>;
}

const suites: Readonly<Record<string, Suite>> = {
  crash: { runs: 50, run: (options) => runCrash({ ...options, numWriters: 20 }) },
  fuzz: {
    runs: 20_000,
    run: (options) => runFuzz({ ...options, maps: 1000, rounds: 1000, files: 240, pairs: 60, isTimed: true }),
  },
  export: { runs: 1000, run: runExport },
  spreadsheet: { runs: 200, run: runSpreadsheet },
  compose: { runs: 1, run: runCompose },
  proxy: { runs: 20, run: runProxy },
  walk: { runs: 1, run: runWalk },
  upgrades: { runs: 3, run: runUpgrade },
  failover: { runs: 20, run: (options) => runFailover({ ...options, isPooled: false }) },
  'failover-pooled': { runs: 20, run: (options) => runFailover({ ...options, isPooled: true }) },
  cluster: { runs: 60, run: (options) => runCluster({ ...options, numApplicants: 20 }) },
};

process.env['TEST_SERVER'] ??= BUILT_SERVER;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, seed: { type: 'string' } },
});
const suite = suites[positionals[0] ?? ''];
if (suite === undefined) {
  console.error(`Which suite? One of ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

const seed = Number(values.seed ?? 1 + Math.floor(Math.random() * 1_000_000));
const runs = Number(values.runs ?? suite.runs);
const begun = performance.now();
const secondsSoFar = () => String(Math.round((performance.now() - begun) / 1000)).padStart(4);
const say = (line: string) => console.log(`${secondsSoFar()} s  ${line}`);
console.log(`${positionals[0]}: ${runs} runs, seed ${seed}`);
const {
  figures,
  violations,
  skipped = [],
} = await inSuiteFolder((folder) => suite.run({ runs, seed, folder, say }));
for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`);
for (const sentence of skipped) console.log(`skipped: ${sentence}`);
for (const sentence of violations) console.error(`VIOLATION ${sentence}`);
const verdict = violations.length === 0 ? 'Every promise was kept.' : `${violations.length} violations.`;
console.log(Object.keys(figures).length === 0 ? 'Nothing was tried.' : verdict);
process.exit(violations.length === 0 && Object.keys(figures).length > 0 ? 0 : 1);
