import type { Command, LoneCommand } from './command.ts';
import { apiKeyCommands } from './commands/api-keys.ts';
import { auditCommand } from './commands/audit.ts';
import { bounceCommand } from './commands/bounce.ts';
import { changeAddressCommand } from './commands/change-address.ts';
import { endSessionsCommand } from './commands/end-sessions.ts';
import { exportCommand } from './commands/export.ts';
import { mails } from './commands/mails.ts';
import { pdf } from './commands/pdf.ts';
import { personCommand } from './commands/person.ts';
import { programsCommand } from './commands/programs.ts';
import { reopenCommand } from './commands/reopen.ts';
import { stats } from './commands/stats.ts';
import { stuck } from './commands/stuck.ts';
import { applicationCommands } from './commands/applications.ts';
import { bannerCommands } from './commands/banner.ts';
import { backupCommands, restoreCommands } from './commands/backup.ts';
import { copyCommands } from './commands/copies.ts';
import { doctorCommands } from './commands/doctor.ts';
import { linkCommands } from './commands/links.ts';
import { officeCommands } from './commands/office.ts';
import { seedCommands } from './commands/seed.ts';
import { upkeepCommands } from './commands/upkeep.ts';
import { webhookCommands } from './commands/webhooks.ts';

/** All commands, in the order of the help text. */
export const allCommands: readonly (Command | LoneCommand)[] = [
  ...applicationCommands,
  exportCommand,
  pdf,
  personCommand,
  auditCommand,
  stats,
  stuck,
  mails,
  bounceCommand,
  reopenCommand,
  changeAddressCommand,
  endSessionsCommand,
  ...linkCommands,
  ...apiKeyCommands,
  ...officeCommands,
  ...bannerCommands,
  ...upkeepCommands,
  ...webhookCommands,
  programsCommand,
  ...copyCommands,
  ...doctorCommands,
  ...backupCommands,
  ...restoreCommands,
  ...seedCommands,
];
