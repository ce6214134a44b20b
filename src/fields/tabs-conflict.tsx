import { useState, useSyncExternalStore } from 'react';
import { useApplication } from '#application/hooks.ts';
import { isBlank } from '#form/condition.ts';
import { questionsIn, type Tabs } from '#form/page.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { useFormState } from './form-context.tsx';
import { beginningOf } from './beginning-of.ts';
import { shownValue } from './shown-value.ts';
import './shown-answers.css';

/** Only the beginning of a longer answer is shown: it can have thousands of letters. */
const SHOWN_MAX_CHARS = 300;

interface TabsConflictProps {
  readonly group: Tabs;
  /** The file that is attached, or on its way. */
  readonly fileName: string | undefined;
  /** Called with the tab to keep; the others are emptied. */
  readonly onKeep: (id: string) => void;
}

/**
 * Tells the applicant when more than one tab has content, as when two devices have filled one each. Only one tab is
 * shown, but the application contains all of it.
 */
export function TabsConflict({ group: { tabs }, fileName, onKeep }: TabsConflictProps) {
  const store = useApplication();
  const { today } = useFormState();
  const [kept, setKept] = useState<string>();
  const contentOf = ({ elements }: (typeof tabs)[number]) =>
    elements.flatMap(questionsIn).flatMap((question) => {
      if (question.kind === 'file') return fileName ?? [];
      const value = store.get(question.key);
      return isBlank(value) ? [] : shownValue(question, value, store.getAll(), today);
    });
  const filled = () =>
    tabs.map((tab) => ({ ...tab, content: contentOf(tab) })).filter(({ content }) => content.length > 0);
  useSyncExternalStore(store.subscribe, () => JSON.stringify(filled().map(({ content }) => content)));

  const full = filled();
  if (full.length < 2) return null;
  const lost = full.filter(({ id }) => id !== kept).map(({ label }) => `“${label}”`);
  return (
    <Notice
      tone="warning"
      heading="Both are in your application"
      headingLevel={3}
      actions={full.map(({ id, label }) => (
        <Button key={id} variant="secondary" size="small" onPress={() => setKept(id)}>
          Keep “{label}”
        </Button>
      ))}
    >
      <div className="shown-question">
        <p>They may be from two devices. You can keep only one:</p>
        <dl className="shown-answers">
          {full.map(({ id, label, content }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd translate="no">{beginningOf(content.join(', '), SHOWN_MAX_CHARS)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ConfirmDialog
        title="Only one of these is kept"
        isOpen={kept !== undefined}
        confirmLabel="Keep and delete"
        onCancel={() => setKept(undefined)}
        onConfirm={() => {
          setKept(undefined);
          if (kept !== undefined) onKeep(kept);
        }}
      >
        This deletes what you gave under {lost.join(' and ')}.
      </ConfirmDialog>
    </Notice>
  );
}
