import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unprivilegedUser } from '../unprivileged-user.ts';

type Setting = readonly [path: string, name: string, value: string];

const SECURITY = '/org.openoffice.Office.Common/Security/Scripting';
const LOAD = '/org.openoffice.Office.Common/Load';

/**
 * Forbids LibreOffice to run or load anything. The sandbox would block most of it; these settings prevent the
 * attempt.
 */
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

/** Writes the user profile for a LibreOffice that will start in `folder`. */
export function writeOfficeProfile(folder: string): void {
  const user = unprivilegedUser('converter');
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  for (const path of [join(folder, 'profile'), join(folder, 'profile/user')]) {
    mkdirSync(path, { mode: 0o700 });
    own(path);
  }
  const file = join(folder, 'profile/user/registrymodifications.xcu');
  writeFileSync(file, settingsXml(), { mode: 0o600 });
  own(file);
}

function settingsXml(): string {
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    ...items,
    '</oor:items>',
  ].join('\n');
}
