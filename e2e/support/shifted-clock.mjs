// Preloaded into a server, this lets a test set the server's clock: the file contains how many milliseconds it is
// ahead.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const ahead = () => Number(readFileSync(process.env['CLOCK_AHEAD_FILE'] ?? '', 'utf8'));

globalThis.Date = class extends RealDate {
  /** @param {any[]} given */
  constructor(...given) {
    // @ts-expect-error -- the arguments are those of Date
    super(...(given.length === 0 ? [RealDate.now() + ahead()] : given));
  }

  static now() {
    return RealDate.now() + ahead();
  }
};
