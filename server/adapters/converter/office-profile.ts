import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { unprivilegedUser } from '../unprivileged-user.ts';

type Setting = readonly [path: string, name: string, value: string];

const SECURITY = '/org.openoffice.Office.Common/Security/Scripting';
const LOAD = '/org.openoffice.Office.Common/Load';

/** Forbids LibreOffice to run or load anything. The sandbox would block most of it; this prevents the attempt. */
const SETTINGS: readonly Setting[] = [
  [SECURITY, 'DisableMacrosExecution', 'true'],
  [SECURITY, 'MacroSecurityLevel', '3'],
  [SECURITY, 'BlockUntrustedRefererLinks', 'true'],
  [SECURITY, 'DisableActiveContent', 'true'],
  [LOAD, 'ShowOfficeUpdateDialog', 'false'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '2'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Field', 'false'],
  ['/org.openoffice.Office.Common/Misc', 'FirstRun', 'false'],
  ['/org.openoffice.Office.Common/Misc', 'UseOpenCL', 'false'],
  ['/org.openoffice.Office.Common/Save/Document', 'AutoSave', 'false'],
  ['/org.openoffice.Office.Recovery/AutoSave', 'Enabled', 'false'],
  ['/org.openoffice.Office.Recovery/RecoveryInfo', 'Enabled', 'false'],
  ['/org.openoffice.Setup/Office', 'OfficeRestartInProgress', 'false'],
  ['/org.openoffice.Setup/Product', 'LastTimeDonateShown', '9999999999'],
  [
    "/org.openoffice.Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments",
    'AutoCheckEnabled',
    'false',
  ],
];

/** The files of a user profile, by their paths in it. Held in memory, where nothing can change them. */
export type OfficeProfile = ReadonlyMap<string, Buffer>;

/** The profile's folder in a work folder. */
export const PROFILE = 'profile';
const SETTINGS_FILE = 'user/registrymodifications.xcu';
/** Copies of files that the profile has already, and traces of LibreOffice's test of its own drawing. */
const LEFT_OUT = /^user\/(pack\/|GraphicsRenderTests)/;

/** Returns a profile of our settings only. */
export function bareProfile(): OfficeProfile {
  return new Map([[SETTINGS_FILE, Buffer.from(settingsXml())]]);
}

/**
 * Returns the profile with LibreOffice's own version, such as `7.4`, as the version that used it last. With any other
 * version, LibreOffice tests its drawing at each start, which takes several times as long as the rest of the start.
 */
export function withVersion(profile: OfficeProfile, version: string | undefined): OfficeProfile {
  if (version === undefined) return profile;
  const settings = profile.get(SETTINGS_FILE)?.toString() ?? settingsXml();
  const setting = itemXml(['/org.openoffice.Setup/Product', 'ooSetupLastVersion', version]);
  const changed = settings.replace('</oor:items>', `${setting}</oor:items>`);
  return new Map([...profile, [SETTINGS_FILE, Buffer.from(changed)]]);
}

/** Reads the profile that LibreOffice has left in a work folder. */
export function readProfile(folder: string): OfficeProfile {
  const top = join(folder, PROFILE);
  const files = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(top, join(parentPath, name)));
  const kept = paths.filter((path) => !LEFT_OUT.test(path));
  return new Map(kept.map((path) => [path, readFileSync(join(top, path))]));
}

/** Writes a profile into a work folder, for the user that runs the programs. */
export function writeProfile(folder: string, profile: OfficeProfile): void {
  const user = unprivilegedUser('converter');
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  const made = new Set<string>();
  const makeFolder = (path: string) => {
    if (path === folder || made.has(path)) return;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
    own(path);
    made.add(path);
  };
  for (const [path, content] of profile) {
    const file = join(folder, PROFILE, path);
    makeFolder(dirname(file));
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
    own(file);
  }
}

function settingsXml(): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    ...SETTINGS.map(itemXml),
    '</oor:items>',
  ].join('\n');
}

function itemXml([path, name, value]: Setting): string {
  return `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
}
