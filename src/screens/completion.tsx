import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { queryKeys } from '#api/queries.ts';
import { useRefusals } from '#application/account/hooks.ts';
import { useAllAnswers, useWho } from '#application/hooks.ts';
import type { DocumentAnswers } from '#api/server-state.ts';
import { questions } from '#form/form.ts';
import { fullLabelOf, isFileKey } from '#form/stored-keys.ts';
import { hasTranscript, submittedText, summaryLines } from '#service-view/about-lines.ts';
import { applicantName } from '#service-view/applicant-name.ts';
import { completion } from '#tenant/completion.ts';
import { HelpAddress } from '#shell/help-address.tsx';
import { defaultPath } from '#shell/paths.ts';
import { usePageTitle } from '#shell/use-page-title.ts';
import { WelcomeBanner } from '#shell/welcome-banner.tsx';
import { Notice } from '#ui/notice.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { PdfDownload } from './pdf-download.tsx';
import { SUBMISSION } from './use-form-actions.ts';
import './form-page.css';
import './completion.css';

/** What an applicant sees after submitting: that the application arrived, and what happens next. */
export function Component() {
  const { heading } = completion;
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
      <h1 tabIndex={-1}>{heading}</h1>
      <WelcomeBanner />
      <TooLate />
      <section className="form-section">
        <PrintedName />
        <Receipt />
        <PdfDownload />
      </section>
    </div>
  );
}

const [beforeEmail, afterEmail] = completion.corrections.split('{email}');

/** The receipt: the number, what was submitted when and with which documents, and what happens next. */
function Receipt() {
  const { username } = useWho();
  const { data: number } = useQuery<string | null>({ queryKey: queryKeys.number });
  // Without the list, the receipt leaves the documents out, and the page stays.
  const { data: documents } = useQuery<DocumentAnswers>({
    queryKey: queryKeys.documentAnswers,
    throwOnError: false,
  });
  const answers = useAllAnswers();
  const submitted = submittedText(answers);
  const lines = summaryLines(answers, documents ?? {}).filter(
    ({ key }) => documents !== undefined || (key !== undefined && !isFileKey(key)),
  );
  return (
    <div className="receipt">
      {typeof number === 'string' && (
        <p className="receipt-number">
          Your application number is <strong translate="no">{number}</strong>
        </p>
      )}
      <p className="form-intro">
        {submitted !== undefined && `Submitted on ${submitted}. `}
        {username !== null && (
          <>
            The confirmation goes to <span translate="no">{username}</span>.
          </>
        )}
      </p>
      <dl className="receipt-lines">
        {lines.map(({ label, text, key = label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd translate={key === 'college_name' || isFileKey(key) ? 'no' : undefined}>{text}</dd>
          </div>
        ))}
      </dl>
      {documents !== undefined && !hasTranscript(documents) && <p>{completion.noTranscript}</p>}
      {completion.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        {beforeEmail}
        <HelpAddress />
        {afterEmail}
      </p>
    </div>
  );
}

/** On paper, a receipt names the person it is for. */
function PrintedName() {
  const name = applicantName(useAllAnswers());
  return (
    name !== '' && (
      <p className="form-printed-name">
        Application of <span translate="no">{name}</span>
      </p>
    )
  );
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
