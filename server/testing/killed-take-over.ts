import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const DATABASE = join(import.meta.dirname, '../adapters/database');

/** Takes over the database of a data folder, and is killed before the call that would give `path` in it to `owner`. */
export function killedTakeOver(dataDir: string, path: string, owner: number) {
  const script = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const [, dataDir, path, owner] = process.argv;
    const watch = (name, pathOf) => {
      const real = fs[name];
      fs[name] = (file, uid, gid) => {
        if (pathOf(file) === dataDir + '/' + path && uid === Number(owner)) process.kill(process.pid, 'SIGKILL');
        real(file, uid, gid);
      };
    };
    watch('fchownSync', (folder) => fs.readlinkSync('/proc/self/fd/' + folder));
    watch('lchownSync', (file) => file.replace(/^.proc.self.fd.\\d+/, (folder) => fs.readlinkSync(folder)));
    syncBuiltinESMExports();
    const { locateCluster } = await import('${join(DATABASE, 'cluster.ts')}');
    const { takeOver } = await import('${join(DATABASE, 'owner.ts')}');
    takeOver(locateCluster(dataDir));`;
  const words = ['--input-type=module', '--eval', script, dataDir, path, String(owner)];
  return spawnSync(process.execPath, words, { encoding: 'utf8' });
}
