import { useState } from 'react';
import { useApplication } from '#application/hooks.ts';
import { canSealDrafts, changesBy, type ChangedAnswer, type DraftFile } from '#files/draft-file.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { bringBack } from './bring-back.ts';
import { ChooseDraftCopy } from './choose-draft-copy.tsx';
import { NoDraftCopy } from './draft-copy-notice.tsx';
import { useFormState } from './form-context.tsx';
import { shownValue } from './shown-value.ts';
import './draft-copy.css';

const TITLE = 'Bring back answers from a copy';

/** Restores answers from a copy. Shows what would change first, and offers to undo it afterwards. */
export function BringBackDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState<DraftFile>();
  if (!canSealDrafts()) return <NoDraftCopy title={TITLE} onClose={onClose} />;
  if (draft === undefined) return <ChooseDraftCopy title={TITLE} onOpen={setDraft} onClose={onClose} />;
  return <BringBack draft={draft} onClose={onClose} />;
}

function BringBack({ draft, onClose }: { readonly draft: DraftFile; readonly onClose: () => void }) {
  const application = useApplication();
  const [changes] = useState(() => changesBy(draft, application.getAll(), application.today));
  const [undo, setUndo] = useState<() => void>();
  const savedAt = new Date(draft.savedAt).toLocaleString([], { dateStyle: 'long', timeStyle: 'short' });
  const answers = changes.length === 1 ? 'one answer' : `${changes.length} answers`;
  const done = <Button onPress={onClose}>Done</Button>;

  if (changes.length === 0)
    return (
      <Modal title="Nothing to bring back" isOpen onOpenChange={onClose} actions={done}>
        <p>This copy was saved on {savedAt}. All its answers are here already.</p>
      </Modal>
    );
  if (undo !== undefined)
    return (
      <Modal
        title={`${answers} brought back`}
        isOpen
        onOpenChange={onClose}
        actions={
          <>
            <Button
              variant="secondary"
              onPress={() => {
                undo();
                setUndo(undefined);
              }}
            >
              Undo
            </Button>
            {done}
          </>
        }
      >
        <p role="status">Please review the form. These answers are saved like everything you type.</p>
      </Modal>
    );
  return (
    <Modal
      title={`Bring back ${answers}?`}
      size="medium"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Leave everything as it is
          </Button>
          <Button onPress={() => setUndo(() => bringBack(application, draft.answers))}>
            Bring back {answers}
          </Button>
        </>
      }
    >
      <p>This copy was saved on {savedAt}. Answers that are not listed stay as they are.</p>
      <ChangeList draft={draft} changes={changes} />
    </Modal>
  );
}

function ChangeList({
  draft,
  changes,
}: {
  readonly draft: DraftFile;
  readonly changes: readonly ChangedAnswer[];
}) {
  const { getAll } = useApplication();
  const { today } = useFormState();
  return (
    <dl className="bring-back-changes">
      {changes.map(({ question, now, next }) => (
        <div key={question.key}>
          <dt>{fullLabelOf(question.key)}</dt>
          <dd>
            <span>Now</span> <bdi translate="no">{shownValue(question, now, getAll(), today)}</bdi>
          </dd>
          <dd>
            {next === EMPTY_ANSWER ? (
              <strong>Cleared: it conflicts with the other answers</strong>
            ) : (
              <>
                <span>From the copy</span>{' '}
                <strong translate="no">{shownValue(question, next, draft.answers, today)}</strong>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
