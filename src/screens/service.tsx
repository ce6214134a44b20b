import type { ApplicationDocument } from '#contract/application-document.ts';
import type { ServiceView } from '#contract/token-views.ts';
import { isBlank } from '#form/condition.ts';
import { documentOf, inTodaysWords } from '#service-view/document-of.ts';
import { ServiceViewDocument } from '#service-view/service-view-document.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import '#service-view/service-view.css';

interface ServiceScreenProps {
  readonly view: ServiceView;
  /** As the submission kept it; `undefined` before the submission, and where nothing was kept. */
  readonly kept: ApplicationDocument | undefined;
  readonly today: string;
}

/** What a service user sees: one application as a document, without controls. */
export function ServiceScreen({ view, kept, today }: ServiceScreenProps) {
  const present = documentOf(view, today);
  const document = kept ?? (isBlank(view.answer['submit_date']) ? present : inTodaysWords(present));
  usePageTitle(document.title);
  return (
    <main>
      <ServiceViewDocument document={document} />
    </main>
  );
}
