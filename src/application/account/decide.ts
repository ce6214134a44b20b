import type { Application } from '../run.ts';

/** Resolves conflicts by the values that the applicant has chosen. */
export async function decide(
  application: Application,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  // Another tab may have asked the same question.
  await application.journal.sync();
  application.dispatch({ type: 'chosen', values });
  void application.save();
}
