import type { Converter, SystemPart } from './converter/converter.ts';
import type { Log } from './log.ts';
import type { Printer } from './printer/printer.ts';

interface Programs {
  readonly converter: Converter;
  readonly printer: Printer;
}

const NAMES = ['libreoffice', 'bubblewrap', 'qpdf', 'poppler', 'chromium'] as const;

/** Returns the system programs that documents need, and what does not work without them. */
async function systemParts({ converter, printer }: Programs): Promise<readonly SystemPart[]> {
  const chromium = {
    name: 'chromium',
    isPresent: printer.isInstalled(),
    consequence: 'PDF copies of applications are not made',
  };
  return [...(await converter.systemParts()), chromium];
}

/** Returns the checks of these programs for /readyz. A missing program does not make the server unready. */
export function systemReadiness(programs: Programs): Record<string, () => Promise<'ok' | 'missing'>> {
  const stateOf = async (name: string) => {
    const part = (await systemParts(programs)).find((candidate) => candidate.name === name);
    return part?.isPresent === true ? ('ok' as const) : ('missing' as const);
  };
  return Object.fromEntries(NAMES.map((name) => [name, () => stateOf(name)]));
}

/** Logs one warning per missing program at the start. */
export async function warnOfMissingParts(programs: Programs, log: Log): Promise<void> {
  const missing = (await systemParts(programs)).filter(({ isPresent }) => !isPresent);
  for (const { name, consequence } of missing)
    log.warn(`Not installed, or not usable: ${name}. ${consequence}.`);
}
