// `npm run test:branding`: does in a copy of the checkout what docs/branding.md says, with the second university in
// place of the first, and runs the commands that it names.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const copy = mkdtempSync(join(tmpdir(), 'branding-'));
// Some tests run programs of the checkout as other users.
chmodSync(copy, 0o755);

/** Ends with the first command that fails. */
function run(command: string): void {
  console.log(`$ ${command}`);
  const { status } = spawnSync('sh', ['-c', command], { cwd: copy, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} has failed.`);
}

try {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of listed.trim().split('\n').filter(existsSync)) cpSync(file, join(copy, file));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  // Tests ask Git for the list of files.
  run('git init --quiet && git add --all');
  for (const file of readdirSync(join(copy, 'src/tenant')))
    if (file !== 'README.md') rmSync(join(copy, 'src/tenant', file));
  cpSync(join(copy, 'src/testing/tenant-meridian'), join(copy, 'src/tenant'), { recursive: true });
  const page = readFileSync(join(copy, 'docs/branding.md'), 'utf8');
  const [, commands = ''] = /```sh\n(.+?)```/s.exec(page) ?? [];
  for (const command of commands.trim().split('\n')) run(command.replace(/ +#.*/, ''));
  console.log('docs/branding.md is right: everything passed for another university.');
} finally {
  rmSync(copy, { recursive: true, force: true });
}
