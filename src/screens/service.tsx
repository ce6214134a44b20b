import type { ServiceView } from '#contract/token-views.ts';
import { documentTitle } from '#service-view/document-title.ts';
import { ServiceViewDocument } from '#service-view/service-view-document.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import '#service-view/service-view.css';

/** What a service user sees: one application as a document, without controls. */
export function ServiceScreen({ view, today }: { readonly view: ServiceView; readonly today: string }) {
  usePageTitle(documentTitle(view.answer));
  return (
    <main>
      <ServiceViewDocument view={view} today={today} />
    </main>
  );
}
