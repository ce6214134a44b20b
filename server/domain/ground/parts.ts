import type { Clock } from '#server/adapters/clock.ts';
import type { Converter } from '#server/adapters/converter/converter.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { Log } from '#server/adapters/log.ts';
import type { DeleteMails, Mailer } from '#server/adapters/mail.ts';
import type { Metrics } from '#server/adapters/metrics.ts';
import type { Printer } from '#server/adapters/printer/printer.ts';
import type { Queue } from '#server/adapters/queue.ts';
import type { Secrets } from '#server/adapters/secrets.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';

/** The parts that the rooms use. A function names those that it needs: `Pick<Parts, 'clock' | 'database'>`. */
export interface Parts {
  readonly clock: Clock;
  readonly converter: Converter;
  readonly database: Database;
  readonly deleteMails: DeleteMails;
  readonly log: Log;
  readonly mail: Mailer;
  readonly metrics: Metrics;
  readonly printer: Printer;
  readonly queue: Queue;
  readonly secrets: Secrets;
  readonly storage: Storage;
}
