import type { Command, LoneCommand } from '../command.ts';
import { applicationCommands } from './applications.ts';
import { backupCommands, restoreCommands } from './backup.ts';
import { bannerCommands } from './banner.ts';
import { doctorCommands } from './doctor.ts';
import { linkCommands } from './links.ts';
import { seedCommands } from './seed.ts';
import { upkeepCommands } from './upkeep.ts';

/** In the order that help has them. */
export const commands: readonly (Command | LoneCommand)[] = [
  ...applicationCommands,
  ...linkCommands,
  ...bannerCommands,
  ...upkeepCommands,
  ...doctorCommands,
  ...backupCommands,
  ...restoreCommands,
  ...seedCommands,
];
