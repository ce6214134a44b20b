import { useState } from 'react';
import { type DraftFile, openDraft } from '#files/draft-file.ts';
import { FieldMessages } from '#ui/field.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { UploadIcon } from '#ui/late-icons.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { DraftCopyForm } from './draft-copy-form.tsx';

const PROBLEMS = {
  'no-file': 'Please choose the file that you saved.',
  'wrong-password': 'This password does not open the file.',
  gone: 'The file is no longer there, or it has changed. Please choose it again.',
  unreadable: 'This is not a copy of answers, or the file is damaged. Please choose another one.',
  newer:
    'This copy was saved by a newer version of this page. Please load the page again, then try once more.',
} as const;

interface ChooseDraftCopyProps {
  readonly title: string;
  readonly onOpen: (draft: DraftFile) => void;
  readonly onClose: () => void;
}

/** Asks for a copy of answers and its password. */
export function ChooseDraftCopy({ title, onOpen, onClose }: ChooseDraftCopyProps) {
  const [file, setFile] = useState<File>();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<keyof typeof PROBLEMS>();
  const [isOpening, setIsOpening] = useState(false);
  const messages = problem === undefined ? [] : [PROBLEMS[problem]];
  const isOfPassword = problem === 'wrong-password';

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

  return (
    <DraftCopyForm
      title={title}
      action="Open the copy"
      isPending={isOpening}
      onSubmit={open}
      onClose={onClose}
    >
      <p>Choose the file that you saved. You will see what would change before anything does.</p>
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
        {file !== undefined && <span translate="no">{file.name}</span>}
      </div>
      <div className="bring-back-problem" role="alert">
        <FieldMessages id="draft_file-messages" messages={isOfPassword ? [] : messages} />
      </div>
      <PasswordField
        id="draft_password"
        name="draft_password"
        label="Password for this file"
        autoComplete="off"
        isRequired
        value={password}
        messages={isOfPassword ? messages : []}
        onChange={setPassword}
      />
    </DraftCopyForm>
  );
}
