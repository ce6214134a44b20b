import type { Messages } from '#form/messages.ts';
import type { MessagesCall } from './model.ts';

/** The call that posts the messages of a validation. Copies them: the contract's types are mutable, the form's are not. */
export function callOfMessages(messages: Messages): MessagesCall {
  const found = Object.entries(messages).map(([key, sentences]) => [key, [...sentences]]);
  return { kind: 'validations', messages: Object.fromEntries(found) };
}
