// The calls besides the answers.
import type { Operation } from './model.ts';

/** What distinguishes two calls of a kind. */
function subjectOf(call: Operation): string | undefined {
  switch (call.kind) {
    case 'web-status':
      return call.web_status;
    case 'tabs':
      return call.tab_id;
    case 'add-another':
      return call.button_id;
    default:
      return undefined;
  }
}

/** The key of a call: a newer call replaces an unsent one of the same key. */
export function callKey(call: Operation): string {
  const subject = subjectOf(call);
  return subject === undefined ? call.kind : `${call.kind}:${subject}`;
}

/** Whether the applicant chose this. The other calls note where the applicant is; the next one replaces them. */
export function isChoice({ kind }: Operation): boolean {
  return kind === 'tabs' || kind === 'add-another';
}
