import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { AnswerKey } from '#form/keys.ts';
import { lineOf } from '#form/one-line.ts';
import type { OneLine } from '#form/page.ts';
import { OneLine as Line } from '#ui/one-line.tsx';
import { RefusalsContext, useFormState } from './form-context.tsx';
import type { RenderElements } from './render-elements.ts';
import { keysFor, useDerived, watchedKeys } from './use-derived.ts';

/**
 * Questions that stand as one line once they have been picked from a list, or were complete when the page opened. Their
 * fields show while an answer is missing, has a message or is linked to, and once the applicant wants to change them.
 */
export function OneLineField({
  oneLine,
  renderElements,
}: {
  readonly oneLine: OneLine;
  readonly renderElements: RenderElements;
}) {
  const { label, buttonLabel, pickedBy, questions } = oneLine;
  const keys = keysFor(oneLine, (): readonly AnswerKey[] => [...questions.flatMap(watchedKeys), pickedBy]);
  const text = useDerived(keys, (answers) => lineOf(oneLine, answers));
  const pick = useDerived(keys, (answers) => answers[pickedBy] ?? '');
  const [isOpen, setIsOpen] = useState(text === '');
  const boxes = useRef<HTMLDivElement>(null);

  const before = useRef({ text, pick });
  useLayoutEffect(() => {
    const { text: textBefore, pick: pickBefore } = before.current;
    before.current = { text, pick };
    const isNews = text !== textBefore || pick !== pickBefore;
    // Somebody who is typing there keeps the fields.
    if (!isNews || boxes.current?.contains(document.activeElement) === true) return;
    // If only the pick has changed, its name was typed: the line may belong to another one.
    setIsOpen(text === '' || text === textBefore);
  }, [text, pick]);

  const { hash } = useLocation();
  const isLinked = questions.some(({ key }) => hash === `#${key}`);
  const isAmiss = useIsAmiss(oneLine, keys);
  // A letter of the picked name renders the line, and not the fields.
  const fields = useMemo(() => renderElements(questions), [renderElements, questions]);
  return (
    <Line
      label={label}
      buttonLabel={buttonLabel}
      text={text}
      isOpen={isOpen || text === '' || isLinked || isAmiss}
      onOpen={() => setIsOpen(true)}
      boxesRef={boxes}
    >
      {fields}
    </Line>
  );
}

/** Whether one of the questions has a message. */
function useIsAmiss({ questions }: OneLine, keys: readonly AnswerKey[]): boolean {
  const { isValidating, own, judge = own?.judge, today, kept } = useFormState();
  const refusals = useContext(RefusalsContext);
  const hasMessages = useDerived(keys, (answers) =>
    questions.some(
      (question) => (judge?.messagesFor(question, answers, today, kept, isValidating) ?? []).length > 0,
    ),
  );
  return hasMessages || questions.some(({ key }) => refusals.has(key));
}
