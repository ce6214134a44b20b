import { Link } from 'react-router-dom';
import { pageOf, questions } from '#form/form.ts';
import type { Question } from '#form/question.ts';
import { Notice } from '#ui/notice.tsx';
import { ERROR_SUMMARY_ID } from './form-context.tsx';
import { useIsAnyWrong, useRuleMessages } from './use-derived.ts';

const HEADING = "We're missing some information!";

/** Every message per question, each with a link to it; shows only while the application is validating. */
export function ErrorSummary() {
  if (!useIsAnyWrong()) return null;
  return (
    <Notice tone="error" id={ERROR_SUMMARY_ID} heading={HEADING} isFocusable>
      <ul>
        {questions.map((question) => (
          <SummaryEntry key={question.key} question={question} />
        ))}
      </ul>
    </Notice>
  );
}

/** Each hears of its own question alone, so that a letter does not have the whole form judged. */
function SummaryEntry({ question }: { readonly question: Question }) {
  const messages = useRuleMessages(question);
  if (messages.length === 0) return null;
  return (
    <li>
      {messages.map((message) => (
        <Link key={message} to={`${pageOf(question.key)?.path ?? ''}#${question.key}`} replace>
          {message}
        </Link>
      ))}
    </li>
  );
}
