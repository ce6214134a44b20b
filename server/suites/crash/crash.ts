import type { Report, SuiteOptions } from '../report.ts';
import { runBoots } from './boots.ts';
import { runDiskFull } from './disk-full.ts';
import { runKills } from './kills.ts';

/** Kills and full disks. Fifty runs include sixty kill points during starts. */
const BOOTS_PER_RUN = 1.2;

interface CrashOptions extends SuiteOptions {
  readonly numWriters: number;
}

export async function runCrash(options: CrashOptions): Promise<Report> {
  const reports = [
    await runKills(options),
    await runBoots({ ...options, runs: Math.ceil(options.runs * BOOTS_PER_RUN) }),
    await runDiskFull(options),
  ];
  return {
    figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
    violations: reports.flatMap(({ violations }) => violations),
    skipped: reports.flatMap(({ skipped = [] }) => skipped),
  };
}
