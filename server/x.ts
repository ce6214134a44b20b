import { makeSandbox } from './adapters/converter/sandbox.ts';
import { makeWorkFolder, removeWorkFolder } from './adapters/converter/work-folder.ts';
const f = makeWorkFolder();
console.log(
  await makeSandbox({ isIsolated: true }).run(['/usr/bin/true'], {
    folder: f,
    limits: { memoryBytes: 1 << 29, cpuSeconds: 2, fileBytes: 1 << 20 },
    deadlineMs: 3000,
  }),
);
console.log(
  await makeSandbox({ isIsolated: true }).run(['/usr/bin/id'], {
    folder: f,
    limits: { memoryBytes: 2 ** 31, cpuSeconds: 2, fileBytes: 1 << 20 },
    deadlineMs: 3000,
  }),
);
await removeWorkFolder(f);
