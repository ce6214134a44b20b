import { callKey } from '#application/calls.ts';
import type { Effect } from '#application/events.ts';
import { UNEXPECTED } from '#contract/sentences.ts';
import { tabsFailed } from '#fields/tabs-failed.ts';
import { fullLabelOf, repeaters } from '#form/stored-keys.ts';
import { toasts } from '#ui/toast-queue.ts';

/** Tells the applicant which of their choices the server did not take (specification §8). */
export function sayFailed({ operation, sentence = UNEXPECTED }: Effect<'sayFailed'>): void {
  // Sent when the applicant presses Save, Continue or Submit.
  if (operation.kind === 'validations') toasts.addError('Validation Error', sentence, callKey(operation));
  if (operation.kind === 'add-another') {
    const button = repeaters.find(({ buttonId }) => buttonId === operation.button_id)?.buttonLabel;
    // The sentence begins as the button's label does.
    const thing = button?.replace(/^add another /i, '') ?? operation.button_id;
    toasts.addError('Add Another Error', `Error adding another ${thing}: ${sentence}`, callKey(operation));
  }
  if (operation.kind === 'tabs') {
    toasts.addError(...tabsFailed(operation, sentence));
  }
}

const FILE_ERRORS = {
  uploading: 'Upload Error',
  converting: 'Conversion Error',
  deleting: 'Delete Error',
} as const;

/** Says that a file has failed, and closes the toast once that is over. */
export function sayFile({ key, name, sentence, at }: Effect<'sayFile'>): void {
  if (sentence === undefined) return toasts.close(key);
  const what = `${fullLabelOf(key)}${at === 'deleting' ? '' : ` (${name})`}`;
  toasts.addError(FILE_ERRORS[at], `Error ${at} file for ${what}: ${sentence}`, key);
}
