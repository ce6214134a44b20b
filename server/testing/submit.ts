import { expect } from 'vitest';
import { completeAnswers } from './complete-answers.ts';
import type { Visitor } from './visitor.ts';

/** Submits an application with complete answers, changed by these. */
export async function submit(applicant: Visitor, changes: Readonly<Record<string, string>> = {}) {
  await applicant.put('/api/answer', { answers: { ...completeAnswers, ...changes } });
  expect((await applicant.post('/api/submit')).status).toBe(200);
}
