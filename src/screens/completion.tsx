import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate } from 'react-router-dom';
import { queryKeys } from '#api/queries.ts';
import { useRefusals } from '#application/account/hooks.ts';
import { useAnswer, useApplication, useWho } from '#application/hooks.ts';
import { dateAtUniversity } from '#form/answer-text.ts';
import { questions } from '#form/form.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { applicantName } from '#service-view/applicant-name.ts';
import { completion } from '#tenant/completion.ts';
import { defaultPath } from '#shell/paths.ts';
import { usePageTitle } from '#shell/use-page-title.ts';
import { WelcomeBanner } from '#shell/welcome-banner.tsx';
import { Notice } from '#ui/notice.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { PdfDownload } from './pdf-download.tsx';
import { SUBMISSION } from './use-form-actions.ts';
import './form-page.css';

/** What an applicant sees after submitting: that the application arrived, and what happens next. */
export function Component() {
  const { heading, paragraphs } = completion;
  usePageTitle(heading);
  const { web_status: status, is_logged_in: isLoggedIn } = useWho();
  const [isVisitor] = useState(!isLoggedIn);
  // Another tab may have submitted after an attempt failed in this one.
  useEffect(() => toasts.close(SUBMISSION), []);
  // The account's redirect rules take an applicant to the form, or after a logout to the login.
  if (status !== 'submitted')
    return isVisitor ? <Navigate to={`${defaultPath}${location.search}`} replace /> : null;
  return (
    <div className="form-page">
      <WelcomeBanner />
      <TooLate />
      <section className="form-section" aria-labelledby="completion-heading">
        <h1 id="completion-heading" tabIndex={-1}>
          {heading}
        </h1>
        <PrintedName />
        <Receipt />
        <ol>
          {paragraphs.map((paragraph) => (
            <li key={paragraph}>{paragraph}</li>
          ))}
        </ol>
        <PdfDownload />
      </section>
    </div>
  );
}

/** The receipt: when the application was submitted, once the account says so, and where the confirmation is sent. */
function Receipt() {
  const { username } = useWho();
  const [submitDate] = useAnswer('submit_date');
  const date = dateAtUniversity(submitDate);
  const { data: number } = useQuery<string | null>({ queryKey: queryKeys.number });
  return (
    <p className="form-intro">
      {date !== undefined && `Submitted on ${date}. `}
      {username !== null && `The confirmation goes to ${username}. `}
      {typeof number === 'string' && `Your application number is ${number}.`}
    </p>
  );
}

/** On paper, a receipt names the person it is for. */
function PrintedName() {
  const store = useApplication();
  const snapshot = () => applicantName(store.getAll());
  const name = useSyncExternalStore(store.subscribe, snapshot, snapshot);
  return name !== '' && <p className="form-printed-name">Application of {name}</p>;
}

/** Another device has submitted while answers waited on this one. Tells the applicant which of them were too late. */
function TooLate() {
  const refusals = useRefusals();
  const labels = questions.filter(({ key }) => refusals.has(key)).map(({ key }) => fullLabelOf(key));
  if (labels.length === 0) return null;
  return (
    <Notice tone="warning" heading="Some changes were too late">
      <p>
        This application was submitted before they reached us. It does not include what you changed on this
        device in: {labels.join(', ')}. Write to us if this matters.
      </p>
    </Notice>
  );
}
