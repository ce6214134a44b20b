import { useEffect, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import { ServerError, sentenceFor } from '#api/errors.ts';
import { toasts } from '#ui/toast-queue.ts';
import { useIsShown } from './use-navigate-from-here.ts';

/** The toast of the card that is shown; there is one at a time. It closes with the card and with the next attempt. */
export const CARD_TOAST = 'auth card';
/** The login shows this toast at the card for the code. Its source differs, because the login closes its own later. */
export const UNCONFIRMED_TOAST = 'unconfirmed';

type Values = Readonly<Record<string, string>>;

/**
 * One auth card: validates with the body schema of its call on every change, and sends only what passes.
 *
 * @param live the fields whose messages show while typing; the others wait for the first attempt to submit
 * @param cardName labels the toast of a failure
 * @param send returns a sentence if the applicant cannot continue although the server has accepted
 */
export function useAuthForm<V extends Values, S extends z.ZodMiniType>({
  cardName,
  schema,
  initial,
  live,
  send,
}: {
  readonly cardName: string;
  readonly schema: S;
  readonly initial: V;
  readonly live: readonly (keyof V & string)[];
  readonly send: (body: z.output<S>) => Promise<string | void>;
}) {
  const [values, setValues] = useState(initial);
  const [hasTried, setHasTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [failure, setFailure] = useState('');
  const [unheard, setUnheard] = useState({ text: '', nth: 0 });
  const verdict = schema.safeParse(values);
  const isShown = useIsShown();

  useEffect(() => () => toasts.close(CARD_TOAST), []);

  function messagesOf(field: keyof V & string): readonly string[] {
    const isShown = hasTried || (live.includes(field) && values[field] !== '');
    const own =
      verdict.success || !isShown ? [] : verdict.error.issues.filter(({ path }) => path[0] === field);
    return [...new Set([...own.map(({ message }) => message), ...(refused[field] ?? [])])];
  }

  function set(field: keyof V & string, value: string) {
    setValues((current) => ({ ...current, [field]: value }));
    setRefused(({ [field]: _, ...others }) => others);
    setUnheard(({ nth }) => ({ text: '', nth }));
  }

  function say(text: string) {
    if (isShown()) toasts.addError(`${cardName} Error`, text, CARD_TOAST);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Render the messages before the focus moves to the field: then screen readers read its message out.
    flushSync(() => setHasTried(true));
    if (isPending) return;
    toasts.close(CARD_TOAST);
    setFailure('');
    if (!verdict.success) {
      const first = String(verdict.error.issues[0]?.path[0]);
      const text = focusField(form, first) ? '' : textAt(first);
      setUnheard(({ nth }) => ({ text, nth: nth + 1 }));
      return;
    }
    setUnheard(({ nth }) => ({ text: '', nth }));
    setIsPending(true);
    try {
      const text = await send(verdict.data);
      if (text !== undefined) {
        setFailure(text);
        say(text);
      }
    } catch (error) {
      const errors = error instanceof ServerError ? error.errors : {};
      flushSync(() => setRefused(errors));
      // A message that is at its field and in the toast is not shown in a third place.
      if (!offerAnew(form, Object.keys(errors))) setFailure(sentenceFor(error));
      say(sentenceFor(error));
    } finally {
      setIsPending(false);
    }
  }

  return { values, set, messagesOf, hasTried, failure, unheard, submit, isPending };
}

/** @returns true if the focus has moved to the field; false if it was there already, or cannot go there */
function focusField(form: HTMLFormElement, name: string): boolean {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLElement) || field === document.activeElement) return false;
  field.focus();
  return true;
}

/**
 * Focuses the first of the refused fields and selects its text, to be typed anew; unless the applicant is elsewhere by
 * now.
 *
 * @returns whether the form has such a field
 */
function offerAnew(form: HTMLFormElement, refused: readonly string[]): boolean {
  const field = [...form.elements].find(
    (element) =>
      element instanceof HTMLInputElement && refused.includes(element.name) && element.type !== 'hidden',
  );
  if (!(field instanceof HTMLInputElement)) return false;
  const current = document.activeElement;
  if (!(current instanceof HTMLInputElement) || current === field) {
    field.focus();
    field.select();
  }
  return true;
}

function textAt(field: string): string {
  return document.querySelector(`#${field} .ui-messages`)?.textContent ?? '';
}
