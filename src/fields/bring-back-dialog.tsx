import { useState } from 'react';
import { useApplication } from '#application/hooks.ts';
import {
  bringBack,
  canSealDrafts,
  changesBy,
  type ChangedAnswer,
  type DraftFile,
  openDraft,
} from '#application/draft-file.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { Button } from '#ui/button.tsx';
import { FieldMessages } from '#ui/field.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { UploadIcon } from '#ui/late-icons.tsx';
import { Modal } from '#ui/modal.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { DraftCopyForm } from './draft-copy-form.tsx';
import { NoDraftCopy } from './draft-copy-notice.tsx';
import { useFormState } from './form-context.tsx';
import { shownValue } from './shown-value.ts';
import './draft-copy.css';

const TITLE = 'Bring back answers from a copy';
const PROBLEMS = {
  'wrong-password': 'This password does not open the file.',
  gone: 'The file is not there any more, or has changed. Please choose it again.',
  unreadable: 'This is not a copy of answers, or the file is damaged. Please choose another one.',
  newer:
    'This copy was saved by a newer version of this page. Please load the page again, then try once more.',
} as const;

type Step =
  | { readonly name: 'choosing' }
  | { readonly name: 'comparing'; readonly draft: DraftFile; readonly changes: readonly ChangedAnswer[] }
  | { readonly name: 'done'; readonly count: number; readonly undo: () => void };

/** Restores answers from a copy. Shows what would change first, and offers to undo it afterwards. */
export function BringBackDialog({ onClose }: { readonly onClose: () => void }) {
  const application = useApplication();
  const [step, setStep] = useState<Step>({ name: 'choosing' });
  if (!canSealDrafts()) return <NoDraftCopy title={TITLE} onClose={onClose} />;
  switch (step.name) {
    case 'choosing':
      return (
        <Choosing
          onClose={onClose}
          onOpen={(draft) =>
            setStep({
              name: 'comparing',
              draft,
              changes: changesBy(draft, application.getAll(), application.today),
            })
          }
        />
      );
    case 'comparing':
      return (
        <Comparing
          {...step}
          onClose={onClose}
          onAgree={() =>
            setStep({
              name: 'done',
              count: step.changes.length,
              undo: bringBack(application, step.draft.answers),
            })
          }
        />
      );
    case 'done':
      return <Done {...step} onClose={onClose} />;
    default:
      return step satisfies never;
  }
}

function Choosing({
  onOpen,
  onClose,
}: {
  readonly onOpen: (draft: DraftFile) => void;
  readonly onClose: () => void;
}) {
  const [file, setFile] = useState<File>();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<keyof typeof PROBLEMS | 'no-file'>();
  const [isOpening, setIsOpening] = useState(false);

  async function open() {
    if (file === undefined) {
      setProblem('no-file');
      return;
    }
    setIsOpening(true);
    const opened = await openDraft(file, password);
    setIsOpening(false);
    if (opened.kind === 'draft') onOpen(opened.draft);
    else setProblem(opened.kind);
  }

  const fileProblem =
    problem === 'no-file'
      ? 'Please choose the file that you saved.'
      : problem === undefined || problem === 'wrong-password'
        ? undefined
        : PROBLEMS[problem];
  return (
    <DraftCopyForm
      title={TITLE}
      action="Open the copy"
      isPending={isOpening}
      onSubmit={open}
      onClose={onClose}
    >
      <p>Choose the file that you saved. You see what would change before anything does.</p>
      <div className="bring-back-file">
        <FileButton
          id="draft_file"
          name="draft_file"
          accept={['.sealed', 'application/octet-stream']}
          describedBy="draft_file-messages"
          icon={<UploadIcon />}
          onFiles={([chosen]) => {
            setFile(chosen);
            setProblem(undefined);
          }}
        >
          Choose the file
        </FileButton>
        {file !== undefined && <span>{file.name}</span>}
      </div>
      <div className="bring-back-problem" role="alert">
        <FieldMessages id="draft_file-messages" messages={fileProblem === undefined ? [] : [fileProblem]} />
      </div>
      <PasswordField
        id="draft_password"
        name="draft_password"
        label="Password for this file"
        autoComplete="off"
        isRequired
        value={password}
        messages={problem === 'wrong-password' ? [PROBLEMS[problem]] : []}
        onChange={setPassword}
      />
    </DraftCopyForm>
  );
}

function Comparing({
  draft,
  changes,
  onAgree,
  onClose,
}: {
  readonly draft: DraftFile;
  readonly changes: readonly ChangedAnswer[];
  readonly onAgree: () => void;
  readonly onClose: () => void;
}) {
  const { getAll } = useApplication();
  const { today } = useFormState();
  const isSame = changes.length === 0;
  const savedAt = new Date(draft.savedAt).toLocaleString([], { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Modal
      title={isSame ? 'Nothing to bring back' : `Bring back ${answersText(changes.length)}?`}
      size="medium"
      isOpen
      onOpenChange={onClose}
      actions={
        isSame ? (
          <Button onPress={onClose}>Done</Button>
        ) : (
          <>
            <Button variant="secondary" onPress={onClose}>
              Leave everything as it is
            </Button>
            <Button onPress={onAgree}>Bring back {answersText(changes.length)}</Button>
          </>
        )
      }
    >
      <p>
        This copy was saved on {savedAt}.{' '}
        {isSame ? 'All its answers are here already.' : 'Answers that are not listed stay as they are.'}
      </p>
      {!isSame && (
        <dl className="bring-back-changes">
          {changes.map(({ question, now, next }) => (
            <div key={question.key}>
              <dt>{fullLabelOf(question.key)}</dt>
              <dd>
                <span>Now</span> <bdi translate="no">{shownValue(question, now, getAll(), today)}</bdi>
              </dd>
              <dd>
                {next === EMPTY_ANSWER ? (
                  <strong>Cleared: it cannot go with the others</strong>
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
      )}
    </Modal>
  );
}

function Done({
  count,
  undo,
  onClose,
}: {
  readonly count: number;
  readonly undo: () => void;
  readonly onClose: () => void;
}) {
  const [isUndone, setIsUndone] = useState(false);
  return (
    <Modal
      title={isUndone ? 'Everything is as it was' : `${answersText(count)} brought back`}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          {!isUndone && (
            <Button
              variant="secondary"
              onPress={() => {
                undo();
                setIsUndone(true);
              }}
            >
              Undo
            </Button>
          )}
          <Button onPress={onClose}>Done</Button>
        </>
      }
    >
      <p role="status">
        {isUndone
          ? 'The answers that were here before are here again.'
          : 'Please look through the form: they are saved like everything that you type.'}
      </p>
    </Modal>
  );
}

function answersText(count: number): string {
  return count === 1 ? 'one answer' : `${count} answers`;
}
