// `npm run icons`: draws what the form shows of `src/tenant/logo.svg`. Run it after the logo or the accent has changed.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readLogo } from '#server/domain/documents/logo.ts';
import { tenant } from '#tenant/tenant.ts';
import { LogoError, logoFiles } from './logo-files.ts';

const folder = path.resolve(import.meta.dirname, '../public');
try {
  // Nothing is written before all of it is drawn.
  const files = await logoFiles(readLogo(), tenant.colors);
  mkdirSync(path.join(folder, 'icons'), { recursive: true });
  for (const [name, content] of files) writeFileSync(path.join(folder, name), content);
} catch (error) {
  if (!(error instanceof LogoError)) throw error;
  console.error(`${error.message} Nothing was written.`);
  process.exitCode = 1;
}
