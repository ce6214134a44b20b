import type { MouseEvent } from 'react';
import { questionsIn, type Page, type Section } from '#form/page.ts';
import type { Progress } from '#form/progress.ts';
import { Button } from '#ui/button.tsx';
import { ChevronUpIcon } from '#ui/icons.tsx';
import { Link } from '#ui/link.tsx';
import { Progress as ProgressBar } from '#ui/progress.tsx';
import { useProgress, useWholeProgress } from './standing.tsx';
import './section-list.css';

const LIST_ID = 'sections';

/**
 * Links to the sections of a page, with the number of required answers in each. The list is beside the form if there is
 * room, otherwise in a sheet. `SectionsButton` opens the sheet, even before the script runs.
 */
export function SectionList({ page, isLast }: { readonly page: Page; readonly isLast: boolean }) {
  return (
    <aside id={LIST_ID} popover="auto" className="form-sections" aria-label="On this page">
      {isLast ? <WholeBar /> : <PageBar page={page} />}
      <ol>
        {page.sections.map((section) => (
          <li key={section.id}>
            <SectionLink section={section} />
          </li>
        ))}
      </ol>
    </aside>
  );
}

function PageBar({ page }: { readonly page: Page }) {
  const { answered, required } = useProgress(page);
  return <Bar answered={answered} required={required} where="on this page" />;
}

/** Beside Submit, the bar is full only if nothing is missing anywhere. */
function WholeBar() {
  const { answered, required } = useWholeProgress();
  return <Bar answered={answered} required={required} where="on all pages" />;
}

function Bar({ answered, required, where }: Progress & { readonly where: string }) {
  return (
    <ProgressBar
      label={`${answered} of ${required} required answered ${where}`}
      value={answered}
      max={required}
    />
  );
}

/** The button in the bar at the foot, for windows without room for the list beside the form. */
export function SectionsButton({ page }: { readonly page: Page }) {
  const { answered, required } = useProgress(page);
  return (
    <Button
      variant="quiet"
      className="form-sections-button"
      popoverTarget={LIST_ID}
      data-complete={answered === required || undefined}
      aria-label={`${answered} of ${required} required answered. Sections of this page`}
    >
      <span>
        {answered} of {required}
        <small> required answered</small>
      </span>
      <ChevronUpIcon />
    </Button>
  );
}

function SectionLink({ section }: { readonly section: Section }) {
  const { answered, required } = useProgress(section);
  const isDone = answered === required;
  // A section may have no question that is required now, such as a second phone number. It counts as done.
  const isOptional = section.elements.flatMap(questionsIn).every((question) => !question.required);
  return (
    <Link href={`#${section.id}-heading`} onClick={closeSheet}>
      <span>{section.title}</span>
      {isOptional ? (
        <small>optional</small>
      ) : (
        <small data-complete={isDone || undefined}>
          {isDone || `${answered} of ${required}`}
          <span className="ui-hidden">{isDone && 'all'} required answered</span>
        </small>
      )}
    </Link>
  );
}

/** Closes the sheet after a link in it was followed. */
function closeSheet({ currentTarget }: MouseEvent): void {
  // Where there are no popovers, this selector is an error, and the list is part of the page.
  if ('popover' in currentTarget) currentTarget.closest<HTMLElement>(':popover-open')?.hidePopover();
}
