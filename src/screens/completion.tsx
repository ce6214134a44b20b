import { tenant } from '#tenant/tenant.ts';
import { usePageTitle } from '#shell/use-page-title.ts';
import { WelcomeBanner } from '#shell/welcome-banner.tsx';
import { PdfDownload } from './pdf-download.tsx';
import './form-page.css';

/** What an applicant sees after submitting: that it arrived, and what happens next. */
export function Component() {
  const { heading, paragraphs } = tenant.texts.completion;
  usePageTitle(heading);
  return (
    <div className="form-page">
      <WelcomeBanner />
      <section className="form-section" aria-labelledby="completion-heading">
        <h1 id="completion-heading" tabIndex={-1}>
          {heading}
        </h1>
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
