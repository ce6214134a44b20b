import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The release that runs here. */
export const RELEASE = z.parse(z.object({ version: z.string() }), manifest).version;
