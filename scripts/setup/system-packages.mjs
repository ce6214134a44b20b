import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
// As a whole, because Node 18 has no `parseEnv`.
import util from 'node:util';

const fonts = '/usr/share/fonts/truetype';

/**
 * A system package: one of its files, its Debian name, what fails without it, and the package that does the same where
 * a distribution does not have it.
 *
 * @typedef {{ file: string, name: string, without: string, instead?: { file: string, name: string } }} Part
 */

const chromium = { file: '/usr/bin/chromium', name: 'chromium' };
const chosenBrowser = process.env['CHROMIUM_PATH'];

/** The packages that the product needs. @type {readonly Part[]} */
const productParts = [
  {
    file: chosenBrowser ?? '/usr/bin/chromium-headless-shell',
    name: 'chromium-headless-shell',
    without: 'PDF copies',
    ...(chosenBrowser === undefined && { instead: chromium }),
  },
  { file: '/usr/bin/soffice', name: 'libreoffice-writer-nogui', without: 'conversion of Word files' },
  { file: '/usr/bin/pdftoppm', name: 'poppler-utils', without: 'trial of PDF files' },
  { file: '/usr/bin/qpdf', name: 'qpdf', without: 'conversion of PDF files' },
  { file: '/usr/bin/bwrap', name: 'bubblewrap', without: 'conversion of Word files' },
  {
    file: `${fonts}/crosextra/Carlito-Regular.ttf`,
    name: 'fonts-crosextra-carlito',
    without: 'usual fonts in Word files',
  },
  {
    file: `${fonts}/crosextra/Caladea-Regular.ttf`,
    name: 'fonts-crosextra-caladea',
    without: 'usual fonts in Word files',
  },
  {
    file: `${fonts}/liberation2/LiberationSans-Regular.ttf`,
    name: 'fonts-liberation2',
    without: 'usual fonts in Word files',
  },
  // The smallest packages with all of these letters. Latin text whose font is missing falls back to DejaVu on most
  // systems, here too. The others replace no font of Latin text.
  {
    file: `${fonts}/wqy/wqy-microhei.ttc`,
    name: 'fonts-wqy-microhei',
    without: 'Chinese, Japanese and Korean letters on PDFs',
  },
  {
    file: `${fonts}/noto/NotoSansDevanagariUI-Regular.ttf`,
    name: 'fonts-noto-ui-core',
    without: 'Indian, Thai, Khmer and Burmese letters on PDFs',
  },
  {
    file: `${fonts}/dejavu/DejaVuSans.ttf`,
    name: 'fonts-dejavu-core',
    without: 'Armenian, Georgian and Lao letters on PDFs',
  },
  {
    file: `${fonts}/abyssinica/AbyssinicaSIL-Regular.ttf`,
    name: 'fonts-sil-abyssinica',
    without: 'Ethiopic letters on PDFs',
  },
  {
    file: `${fonts}/mph-2b-damase/damase.ttf`,
    name: 'fonts-mph-2b-damase',
    without: 'Thaana and Cherokee letters on PDFs',
  },
  { file: `${fonts}/tibetan/DDC_Uchen.ttf`, name: 'fonts-ddc-uchen', without: 'Tibetan letters on PDFs' },
  {
    file: `${fonts}/ancient-scripts/Symbola_hint.ttf`,
    name: 'fonts-symbola',
    without: 'emoji on PDFs',
  },
];

/** Tests try the whole browser, too, which prints where there is no shell. @type {readonly Part[]} */
const testParts = [{ ...chromium, without: 'browser tests' }];

/** Lists packages that could not be installed, so that the next start does not wait for the network again. */
const FAILURE_NOTE = 'node_modules/.system-packages-missing';
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** The Debian names. Tests compare the documents and the image with them. */
export const systemPackages = productParts.map(({ name }) => name);

const namesOf = (/** @type {readonly Part[]} */ some) => some.map(({ name }) => name);

/** @param {string} names */
function failedLately(names) {
  const note = statSync(FAILURE_NOTE, { throwIfNoEntry: false });
  if (note === undefined || Date.now() - note.mtimeMs > RETRY_AFTER_MS) return false;
  return readFileSync(FAILURE_NOTE, 'utf8') === names;
}

/** @param {string} names if empty, the note is deleted */
function noteFailure(names) {
  try {
    if (names === '') rmSync(FAILURE_NOTE, { force: true });
    else writeFileSync(FAILURE_NOTE, names);
  } catch {
    // If the release belongs to another user, there is no note, and each start tries again.
  }
}

/** Runs apt-get as root, or by sudo if that needs no password. @param {string[]} args */
function apt(...args) {
  const isRoot = process.getuid?.() === 0;
  const [command, ...rest] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  const options = [
    '-qq',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'DPkg::Lock::Timeout=120',
  ];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, [...rest, ...options, ...args], { stdio: 'ignore', env }).status === 0;
}

/** Anything but `on` forbids it, so that a misspelled `off` installs nothing. */
function mayInstall() {
  const file = existsSync('.env') ? util.parseEnv(readFileSync('.env', 'utf8')) : {};
  return ['', 'on'].includes(process.env['SYSTEM_PACKAGES'] ?? file['SYSTEM_PACKAGES'] ?? '');
}

/** @param {readonly Part[]} parts */
function install(parts) {
  const names = namesOf(parts);
  const installAll = (/** @type {readonly string[]} */ some) =>
    apt('install', '-y', '--no-install-recommends', ...some);
  // The package lists may be missing, or so old that they bring last summer's browser.
  apt('update');
  if (installAll(names)) return;
  // Each by itself, so that one unknown name does not stop the others.
  for (const { name, instead } of parts)
    if (!installAll([name]) && instead && !existsSync(instead.file)) installAll([instead.name]);
}

/**
 * Installs missing system packages, if it can and SYSTEM_PACKAGES does not forbid it. If some stay missing, it prints their names and the command that
 * installs them. The caller continues: only features that need these packages are affected.
 *
 * @param {{ forTests: boolean }} options
 */
export function installSystemPackages({ forTests }) {
  const parts = forTests ? [...productParts, ...testParts] : productParts;
  const missingParts = () => parts.filter(({ file }) => !existsSync(file));
  const wanted = missingParts();
  if (wanted.length === 0) return;
  if (mayInstall() && !failedLately(namesOf(wanted).join(' '))) {
    console.log(`Installing ${namesOf(wanted).join(', ')} (once; about half a minute) …`);
    install(wanted);
    noteFailure(namesOf(missingParts()).join(' '));
  }
  const missing = missingParts().filter(({ instead }) => instead === undefined || !existsSync(instead.file));
  if (missing.length === 0) return;
  const names = namesOf(missing).join(' ');
  const lost = [...new Set(missing.map(({ without }) => without))].join(', ');
  console.warn(
    `Not installed: ${names} (no ${lost}). To install: apt-get update && apt-get install -y ${names}, as root`,
  );
}
