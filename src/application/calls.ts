// The calls besides the answers.
import type { Operation } from './model.ts';

/** The key of a call: a newer call replaces an unsent one of the same key. */
export function callKey(call: Operation): string {
  switch (call.kind) {
    case 'web-status':
      return `${call.kind}:${call.web_status}`;
    case 'tabs':
      return `${call.kind}:${call.tab_id}`;
    case 'add-another':
      return `${call.kind}:${call.button_id}`;
    default:
      return call.kind;
  }
}

/** Whether the applicant chose this. The other calls note where the applicant is; the next one replaces them. */
export function isChoice({ kind }: Operation): boolean {
  return kind === 'tabs' || kind === 'add-another';
}
