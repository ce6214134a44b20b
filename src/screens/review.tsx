import { useServerState } from '#api/server-state.ts';
import { useAllAnswers, useWho } from '#application/hooks.ts';
import { useFormState } from '#fields/form-context.tsx';
import { isShown } from '#form/asked.ts';
import { pages } from '#form/form.ts';
import { questionsIn } from '#form/page.ts';
import { documentOf } from '#service-view/document-of.ts';
import { DocumentPages } from '#service-view/service-view-document.tsx';
import { RouteLink } from '#ui/link.tsx';
import '#service-view/service-view.css';
import './review.css';

/**
 * The whole application as staff will read it, made on this device from what is entered. Visitors cannot go to another
 * page without an account, so they get no links.
 *
 * @param onLeave called when an applicant follows a link to another page, to save this one
 */
export function Review({ current, onLeave }: { readonly current: string; readonly onLeave: () => void }) {
  const answers = useAllAnswers();
  const { counts = {}, chosenTabs, documents } = useServerState();
  const { today } = useFormState();
  const { is_logged_in: isLoggedIn } = useWho();

  function linkTo(pageIndex: number, sectionIndex: number) {
    const page = pages[pageIndex];
    const section = page?.sections[sectionIndex];
    const first = section?.elements
      .flatMap(questionsIn)
      .find((question) => question.kind !== 'stamp' && isShown(question, answers));
    if (page === undefined || first === undefined || !isLoggedIn) return null;
    return (
      <RouteLink
        to={`${page.path}#${first.key}`}
        replace
        className="review-link"
        onPress={() => {
          if (page.path !== current) onLeave();
        }}
      >
        Change<span className="ui-hidden"> {section?.title}</span>
      </RouteLink>
    );
  }

  const view = {
    answer: Object.fromEntries(Object.entries(answers).map(([key, value = '']) => [key, value])),
    add_another: { ...counts },
    document_answer: { ...documents },
    tabs: { ...chosenTabs },
  };
  return (
    <div className="service-view review">
      <DocumentPages pages={documentOf(view, today).pages} linkTo={linkTo} />
    </div>
  );
}
