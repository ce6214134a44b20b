import { memo, useContext, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useRestedAnswers } from '#application/account/hooks.ts';
import { MISSING } from '#contract/submit.ts';
import { pageOf, pages, questions } from '#form/form.ts';
import type { AnswerKey } from '#form/keys.ts';
import { componentTitleOf } from '#form/stored-keys.ts';
import { RouteLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { ERROR_SUMMARY_ID, RefusalsContext, useFormState } from './form-context.tsx';

/**
 * Lists every message per question, by page, with a link to it. Includes what the server refused. Shows only while
 * the application is validating. The summary is above the form and moves it, so it updates once nobody is typing.
 */
export function ErrorSummary() {
  const { isValidating, own, today, kept } = useFormState();
  const answers = useRestedAnswers();
  const refusals = useContext(RefusalsContext);
  const { pathname } = useLocation();
  const judge = isValidating ? own?.judge : undefined;
  const entries =
    judge === undefined
      ? []
      : questions
          .map((question) => {
            const messages = judge.messagesFor(question, answers, today, kept);
            const refusal = refusals.get(question.key);
            const all = new Set([...messages, ...(refusal === undefined ? [] : [refusal])]);
            return { key: question.key, messages: [...all] };
          })
          .filter(({ messages }) => messages.length > 0);
  const amiss = pages
    .map((page) => ({ page, entries: entries.filter(({ key }) => pageOf(key) === page) }))
    .filter((one) => one.entries.length > 0);
  useErrorInTitle(
    amiss.some(({ page }) => page.path === pathname),
    pathname,
  );
  if (amiss.length === 0) return null;
  return (
    <Notice tone="error" id={ERROR_SUMMARY_ID} heading={MISSING} isFocusable>
      {amiss.map(({ page, entries: onPage }) => (
        <div key={page.path}>
          {(amiss.length > 1 || page.path !== pathname) && <h3 className="ui-label">{page.title}</h3>}
          <ul>
            {onPage.map(({ key, messages }) => (
              <SummaryEntry key={key} questionKey={key} lines={messages.join('\n')} />
            ))}
          </ul>
        </div>
      ))}
    </Notice>
  );
}

/** Begins the title in the browser's tab with "Error: " while the page has messages. */
function useErrorInTitle(isAmiss: boolean, pathname: string): void {
  useEffect(() => {
    if (!isAmiss) return undefined;
    const plain = document.title;
    document.title = `Error: ${plain}`;
    return () => {
      if (document.title === `Error: ${plain}`) document.title = plain;
    };
  }, [isAmiss, pathname]);
}

/** @param lines the messages, one per line; a string, so that unchanged messages do not render again */
const SummaryEntry = memo(
  ({ questionKey, lines }: { readonly questionKey: AnswerKey; readonly lines: string }) => (
    <li>
      {lines.split('\n').map((message) => (
        <RouteLink key={message} to={`${pageOf(questionKey)?.path ?? ''}#${questionKey}`} replace>
          {componentTitleOf(questionKey)}
          {message}
        </RouteLink>
      ))}
    </li>
  ),
);
