import type { Command, LoneCommand } from './command.ts';
import { applicationCommands } from './commands/applications.ts';
import { bannerCommands } from './commands/banner.ts';
import { backupCommands, restoreCommands } from './commands/backup.ts';
import { doctorCommands } from './commands/doctor.ts';
import { linkCommands } from './commands/links.ts';
import { seedCommands } from './commands/seed.ts';
import { upkeepCommands } from './commands/upkeep.ts';

/** All commands, in the order of the help text. */
export const allCommands: readonly (Command | LoneCommand)[] = [
  ...applicationCommands,
  ...linkCommands,
  ...bannerCommands,
  ...upkeepCommands,
  ...doctorCommands,
  ...backupCommands,
  ...restoreCommands,
  ...seedCommands,
];
