import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { VirtualApplicant } from './virtual-applicant.ts';

/** Every acknowledged conversion must have ended. */
export async function judgeConversions(applicant: VirtualApplicant): Promise<string[]> {
  const keys = new Set(applicant.accepted.map(({ key }) => key));
  const ends = await Promise.all(
    [...keys].map(async (key) => ({ key, status: await applicant.conversion(key) })),
  );
  return ends
    .filter(({ status }) => status !== 'COMPLETED')
    .map(({ key, status }) => `${applicant.username}: the conversion of ${key} ended as ${status}.`);
}

/** Every PDF that the database refers to must exist and be intact. */
export async function judgeFiles(pool: Pool, dataDir: string): Promise<string[]> {
  const { rows } = await pool.query<{ pdf_key: string }>(
    'SELECT pdf_key FROM documents WHERE pdf_key IS NOT NULL',
  );
  const stored = new Set(
    readdirSync(join(dataDir, 'storage/documents'), { recursive: true, encoding: 'utf8' }),
  );
  return rows.flatMap(({ pdf_key }) => {
    const name = pdf_key.slice('documents/'.length);
    if (!stored.has(name)) return [`The file ${pdf_key} is missing.`];
    const content = readFileSync(join(dataDir, 'storage', pdf_key), 'latin1');
    const isWhole = content.startsWith('%PDF-') && content.trimEnd().endsWith('%%EOF');
    return isWhole ? [] : [`The file ${pdf_key} is not whole.`];
  });
}
