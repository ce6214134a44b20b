import { useState } from 'react';
import { useApplication } from '#application/hooks.ts';
import { count } from '#api/client-count.ts';
import { sentenceFor } from '#api/errors.ts';
import { canSealDrafts, sealDraft } from '#files/draft-file.ts';
import { PasswordField } from '#ui/password-field.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { DraftCopyForm } from './draft-copy-form.tsx';
import { NoDraftCopy } from './draft-copy-notice.tsx';
import { useFormState } from './form-context.tsx';

const TITLE = 'Save a copy of your answers';
const COPY_PASSWORD_MIN_CHARS = 8;

interface SaveDraftDialogProps {
  readonly now: () => number;
  readonly onClose: () => void;
}

/** Saves all answers as a file that opens only with a password. */
export function SaveDraftDialog(props: SaveDraftDialogProps) {
  return canSealDrafts() ? <Saving {...props} /> : <NoDraftCopy title={TITLE} onClose={props.onClose} />;
}

function Saving({ now, onClose }: SaveDraftDialogProps) {
  const { getAll } = useApplication();
  const { today } = useFormState();
  const [password, setPassword] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const [isSealing, setIsSealing] = useState(false);
  const messages =
    isAsked && [...password].length < COPY_PASSWORD_MIN_CHARS
      ? [`Please choose a password of at least ${COPY_PASSWORD_MIN_CHARS} characters.`]
      : [];

  async function save() {
    setIsAsked(true);
    if ([...password].length < COPY_PASSWORD_MIN_CHARS) return;
    setIsSealing(true);
    const name = `my-application-${today}.sealed`;
    try {
      download(await sealDraft(getAll(), now(), password), name);
    } catch (error) {
      setIsSealing(false);
      toasts.addError('Copy Error', sentenceFor(error));
      return;
    }
    count('copy-saved');
    toasts.addSuccess('Copy Saved', `Your answers were saved as ${name}. Keep the file and its password.`);
    onClose();
  }

  return (
    <DraftCopyForm
      title={TITLE}
      action="Save the copy"
      isPending={isSealing}
      onSubmit={save}
      onClose={onClose}
    >
      <p>
        You get one file with all your answers. Keep it, or take it to another device or to the installed app.
        No one can open it without the password, not even us. Uploaded files are not in it.
      </p>
      <PasswordField
        id="draft_password"
        name="draft_password"
        label="Password for this file"
        hint={`At least ${COPY_PASSWORD_MIN_CHARS} characters.`}
        autoComplete="off"
        isRequired
        value={password}
        messages={messages}
        onChange={setPassword}
      />
    </DraftCopyForm>
  );
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read the URL only after the current task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
