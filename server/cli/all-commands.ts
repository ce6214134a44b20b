import type { Command, LoneCommand } from './command.ts';
import { apiKeyCommands } from './commands/api-keys.ts';
import { auditCommands } from './commands/audit.ts';
import { bounceCommands } from './commands/bounce.ts';
import { changeAddressCommands } from './commands/change-address.ts';
import { endSessionsCommands } from './commands/end-sessions.ts';
import { exportCommands } from './commands/export.ts';
import { mailCommands } from './commands/mails.ts';
import { pdfCommands } from './commands/pdf.ts';
import { personCommands } from './commands/person.ts';
import { programCommands } from './commands/programs.ts';
import { reopenCommands } from './commands/reopen.ts';
import { statsCommands } from './commands/stats.ts';
import { stuckCommands } from './commands/stuck.ts';
import { applicationCommands } from './commands/applications.ts';
import { bannerCommands } from './commands/banner.ts';
import { backupCommands, restoreCommands } from './commands/backup.ts';
import { copyCommands } from './commands/copies.ts';
import { countsCommands } from './commands/counts.ts';
import { doctorCommands } from './commands/doctor.ts';
import { linkCommands } from './commands/links.ts';
import { officeCommands } from './commands/office.ts';
import { seedCommands } from './commands/seed.ts';
import { upkeepCommands } from './commands/upkeep.ts';
import { webhookCommands } from './commands/webhooks.ts';

/** All commands, in the order of the help text. */
export const allCommands: readonly (Command | LoneCommand)[] = [
  ...applicationCommands,
  ...exportCommands,
  ...pdfCommands,
  ...personCommands,
  ...auditCommands,
  ...statsCommands,
  ...stuckCommands,
  ...countsCommands,
  ...mailCommands,
  ...bounceCommands,
  ...reopenCommands,
  ...changeAddressCommands,
  ...endSessionsCommands,
  ...linkCommands,
  ...apiKeyCommands,
  ...officeCommands,
  ...bannerCommands,
  ...upkeepCommands,
  ...webhookCommands,
  ...programCommands,
  ...copyCommands,
  ...doctorCommands,
  ...backupCommands,
  ...restoreCommands,
  ...seedCommands,
];
