import { existsSync } from 'node:fs';
import { bareProfile, readProfile, withVersion, writeProfile, type OfficeProfile } from './office-profile.ts';
import { convertIn, versionOf, type OfficeLimits, type OfficeProgram } from './office-program.ts';
import { OurFault, type OurReason, type Refusal } from './outcome.ts';
import { ownDocument } from './own-document.ts';
import { inWorkFolder } from './work-folder.ts';

const NOT_HERE =
  'Word documents cannot be converted here at the moment. This is not your fault. Please save yours as a PDF on your computer or phone, and upload that.';
export const NO_OFFICE: Refusal<OurReason> = { reason: 'program-missing', message: NOT_HERE };
const BROKEN_OFFICE: Refusal<OurReason> = { reason: 'office-broken', message: NOT_HERE };

/**
 * Returns the profile of a LibreOffice that has converted a document of ours, for others to start with.
 *
 * @throws {OurFault} when LibreOffice does not convert it
 * @throws {SandboxError} when it was ended from outside, or did not end in time
 */
export async function prepareProfile(program: OfficeProgram, limits: OfficeLimits): Promise<OfficeProfile> {
  if (!existsSync(program.sofficePath)) throw new OurFault(NO_OFFICE);
  const [version, profile] = await Promise.all([
    inWorkFolder((folder) => versionOf(folder, program, limits)),
    inWorkFolder(async (folder) => {
      writeProfile(folder, bareProfile());
      const { kind } = await convertIn(folder, await ownDocument(), program, limits);
      return kind === 'pdf' ? readProfile(folder) : undefined;
    }),
  ]);
  if (profile === undefined) throw new OurFault(BROKEN_OFFICE);
  return withVersion(profile, version);
}
