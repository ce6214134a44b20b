import type { Command, LoneCommand } from './command.ts';
import { apiKey, apiKeys } from './commands/api-keys.ts';
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
import { list, remove, show } from './commands/applications.ts';
import { banner } from './commands/banner.ts';
import { backup, restoring } from './commands/backup.ts';
import { removeCopiesCommand } from './commands/copies.ts';
import { counts } from './commands/counts.ts';
import { doctor } from './commands/doctor.ts';
import { answerLink, links, revoke, serviceLink } from './commands/links.ts';
import { officeLink, officeLinks } from './commands/office.ts';
import { seed } from './commands/seed.ts';
import { adopt, importLookup, migrate, requeue, reseal, retention } from './commands/upkeep.ts';
import { webhookTest, webhooks } from './commands/webhooks.ts';

/** All commands, in the order of the help text. */
export const allCommands: readonly (Command | LoneCommand)[] = [
  list,
  show,
  remove,
  exportCommand,
  pdf,
  personCommand,
  auditCommand,
  stats,
  stuck,
  counts,
  mails,
  bounceCommand,
  reopenCommand,
  changeAddressCommand,
  endSessionsCommand,
  serviceLink,
  answerLink,
  links,
  revoke,
  apiKey,
  apiKeys,
  officeLink,
  officeLinks,
  banner,
  importLookup,
  requeue,
  retention,
  reseal,
  migrate,
  adopt,
  webhookTest,
  webhooks,
  programsCommand,
  removeCopiesCommand,
  doctor,
  backup,
  restoring,
  seed,
];
