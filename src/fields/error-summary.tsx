import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useAnswerStore } from '#answers/answers-context.tsx';
import { pageOf, questionFor } from '#form/form.ts';
import { Notice } from '#ui/notice.tsx';
import { useFormStanding } from './form-context.tsx';

export const ERROR_SUMMARY_ID = 'error-summary';
const HEADING = "We're missing some information!";

/** Every message per question, each with a link to it; shows only while the application is validating. */
export function ErrorSummary() {
  const { isValidating, judge, today } = useFormStanding();
  const store = useAnswerStore();
  const snapshot = () =>
    isValidating && judge !== undefined ? JSON.stringify(judge.formMessages(store.getAll(), today)) : '{}';
  const serialized = useSyncExternalStore(store.subscribeAll, snapshot, snapshot);
  const messages: Record<string, string[]> = JSON.parse(serialized);
  const entries = Object.entries(messages);
  if (entries.length === 0) return null;
  return (
    <Notice tone="error" id={ERROR_SUMMARY_ID} heading={HEADING} isFocusable>
      <ul>
        {entries.map(([key, sentences]) => {
          const question = questionFor(key);
          if (question === undefined) return null;
          return (
            <li key={key}>
              {sentences.map((sentence) => (
                <Link key={sentence} to={`${pageOf(question.key)?.path ?? ''}#${key}`} replace>
                  {sentence}
                </Link>
              ))}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
