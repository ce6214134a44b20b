import { useSyncExternalStore } from 'react';
import { useAnswerStore } from '#answers/answers-context.tsx';
import type { Page, Section } from '#form/page.ts';
import { progressOf, type Progress } from '#form/progress.ts';
import { Progress as ProgressBar } from '#ui/progress.tsx';

/** The sections of a page to jump to, with what is still to be answered in each. */
export function SectionList({ page }: { readonly page: Page }) {
  const { answered, required } = useProgress(page);
  return (
    <aside className="form-sections" aria-label="On this page">
      <ProgressBar label="Required answers" value={answered} max={required} />
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

function SectionLink({ section }: { readonly section: Section }) {
  const { answered, required } = useProgress(section);
  return (
    <a href={`#${section.id}`}>
      <span>{section.title}</span>
      {required > 0 && (
        <small>
          {answered} of {required}
        </small>
      )}
    </a>
  );
}

function useProgress(part: Page | Section): Progress {
  const store = useAnswerStore();
  const snapshot = () => JSON.stringify(progressOf(part, store.getAll()));
  const progress: Progress = JSON.parse(useSyncExternalStore(store.subscribeAll, snapshot, snapshot));
  return progress;
}
