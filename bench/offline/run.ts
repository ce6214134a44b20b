// npm run bench:offline -- [--runs 300] [--seed 1] [--only product,react-query] [--minutes 60] [--quick] [--no-report]
import { parseArgs } from 'node:util';
import { startServer } from '../../e2e/support/server.ts';
import { installPeers } from '../client/install.ts';
import { buildPeer } from './build.ts';
import { contestants } from './contestants.ts';
import { Duel } from './duel.ts';
import { table, writeReport, type Result } from './report.ts';

const NUM_KILLS = 300;
const NUM_KILLS_QUICK = 10;

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'no-report': { type: 'boolean', default: false },
  },
});
const numKills = Number(options.runs ?? (options.quick ? NUM_KILLS_QUICK : NUM_KILLS));
const only = options.only?.split(',');
const chosen = contestants.filter(({ name }) => only === undefined || only.includes(name));

installPeers(import.meta.dirname);
for (const { name, login } of chosen) if (login === undefined) await buildPeer(name);

// The bundler sets NODE_ENV to production for this process. Mails can be read only outside of production.
const server = await startServer({ NODE_ENV: 'development' });
const startedAt = Date.now();
const endsAt = startedAt + Number(options.minutes) * 60_000;
// Side by side, so that each is as slow as the others.
const results = await Promise.all(
  chosen.map(async (contestant): Promise<Result> => {
    const duel = new Duel(contestant, server, Number(options.seed));
    try {
      await duel.begin();
      for (let kill = 1; kill <= numKills && Date.now() < endsAt; kill += 1) {
        await duel.round();
        if (kill % 50 === 0)
          console.error(`${contestant.name}: ${kill} kills, ${JSON.stringify(duel.score)}`);
      }
      await duel.judgeLast();
    } finally {
      await duel.end();
    }
    const { numDoubled, numOverruled } = duel.gate;
    return { title: contestant.title, ...duel.score, numDoubled, numOverruled };
  }),
);
await server.stop();

console.log(table(results));
console.error(`${Math.round((Date.now() - startedAt) / 1000)} s`);
if (!options['no-report'] && !options.quick && only === undefined)
  await writeReport(results, process.argv.slice(2));
