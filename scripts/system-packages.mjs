// Plain JavaScript for any Node from 18 on: this runs before the pinned one is there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What the product needs of the system: how to see that it is there, the package, and what fails without it. */
const parts = [
  { file: '/usr/bin/chromium', package: 'chromium', without: 'PDF copies cannot be printed' },
  { file: '/usr/bin/soffice', package: 'libreoffice-writer-nogui', without: 'Word files cannot be converted' },
  { file: '/usr/lib/python3/dist-packages/uno.py', package: 'python3-uno', without: 'Word files convert slowly' },
  { file: '/usr/bin/pdftotext', package: 'poppler-utils', without: 'PDF tests cannot run' },
  { file: '/usr/bin/qpdf', package: 'qpdf', without: 'PDF files cannot be checked' },
  { file: '/usr/bin/bwrap', package: 'bubblewrap', without: 'Word files cannot be converted safely' },
  { file: '/usr/share/fonts/truetype/crosextra/Carlito-Regular.ttf', package: 'fonts-crosextra-carlito' },
  { file: '/usr/share/fonts/truetype/crosextra/Caladea-Regular.ttf', package: 'fonts-crosextra-caladea' },
  { file: '/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf', package: 'fonts-liberation2' },
];

function missingParts() {
  return parts.filter(({ file, package: name }) =>
    name === 'chromium' && process.env.CHROMIUM_PATH ? !existsSync(process.env.CHROMIUM_PATH) : !existsSync(file),
  );
}

function apt(...args) {
  const isRoot = process.getuid?.() === 0;
  const [command, ...rest] = isRoot ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args];
  return (
    spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  );
}

/** Installs what is missing, and says in one sentence what could not be. Never stops the start. */
export function installSystemPackages() {
  const missing = missingParts();
  if (missing.length === 0) return;
  const names = missing.map((part) => part.package);
  console.log(`Installing ${names.join(', ')} (once; about half a minute) …`);
  const install = () => apt('install', '-y', '-q', '--no-install-recommends', ...names);
  if (!install() && apt('update', '-q')) install();
  const left = missingParts();
  if (left.length === 0) return;
  const effects = left.map((part) => part.without).filter(Boolean);
  console.warn(
    `Not installed: ${left.map((part) => part.package).join(', ')}${effects.length > 0 ? ` (${effects.join('; ')})` : ''}. ` +
      `Install them with: sudo apt-get install ${left.map((part) => part.package).join(' ')}`,
  );
}
