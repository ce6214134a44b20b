import type { ApplicationDocument } from '#contract/application-document.ts';
import type { ServiceView } from '#contract/token-views.ts';
import { isBlank } from '#form/condition.ts';
import { aboutLines } from '#service-view/about-lines.ts';
import { documentOf, inTodaysWords } from '#service-view/document-of.ts';
import { ServiceViewDocument } from '#service-view/service-view-document.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import '#service-view/service-view.css';

interface ServiceScreenProps {
  readonly view: ServiceView;
  /** The document that the submission kept; `undefined` before the submission, and if nothing was kept. */
  readonly kept: ApplicationDocument | undefined;
  /** Of the response with the view. */
  readonly headers: Headers;
  readonly today: string;
}

/** What a service user sees: one application as a document, without controls. */
export function ServiceScreen({ view, kept, headers, today }: ServiceScreenProps) {
  const present = documentOf(view, today);
  const known = kept ?? (isBlank(view.answer['submit_date']) ? present : inTodaysWords(present));
  const document = { ...known, about: known.about ?? aboutLines(view, namedIn(headers)) };
  usePageTitle(document.title);
  return (
    <main>
      <ServiceViewDocument document={document} />
    </main>
  );
}

/** The number and the address, which our server sends besides the specified response. */
function namedIn(headers: Headers) {
  const email = headers.get('application-email');
  return {
    number: headers.get('application-number') ?? undefined,
    email: email === null ? undefined : decoded(email),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
