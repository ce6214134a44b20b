import type { Locator, Page } from 'playwright/test';
import type { UploadFile } from './files.ts';

/** Chooses files in the transcript field of the first college. */
export async function choose(field: Locator, ...files: UploadFile[]): Promise<void> {
  await field.locator('input[name=college_transcript]').setInputFiles(files);
}

/** The answer keys for which the account has a document. */
export function documentKeys(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => Object.keys(await (await fetch('/api/document-answer')).json()));
}
