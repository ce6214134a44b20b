import type { Locator, Page } from 'playwright/test';
import type { UploadFile } from './files.ts';

/** Chooses files for the transcript of the first college, whose field this is. */
export async function choose(field: Locator, ...files: UploadFile[]): Promise<void> {
  await field.locator('input[name=college_transcript]').setInputFiles(files);
}

/** The keys for which the account has a document. */
export function documentKeys(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => Object.keys(await (await fetch('/api/document-answer')).json()));
}
