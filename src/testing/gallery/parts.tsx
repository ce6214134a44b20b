import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { FileDrop, type FileDropState } from '#ui/file-drop.tsx';
import { Hint } from '#ui/hint.tsx';
import { PlusIcon } from '#ui/icons.tsx';
import { Link } from '#ui/link.tsx';
import { Modal } from '#ui/modal.tsx';
import { Notice } from '#ui/notice.tsx';
import { Popover } from '#ui/popover.tsx';
import { Progress } from '#ui/progress.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { StatusLine } from '#ui/status-line.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { definePart, usePart } from '#ui/use-part.ts';

const hasty = definePart(() => Promise.resolve({ Part: () => <p>A part that came meanwhile.</p> }));

/** Another caller loads this part after the render, and before this component's effect requests it. */
function Meanwhile() {
  useLayoutEffect(() => void hasty.load(), []);
  const Part = usePart(hasty, true)?.Part;
  return Part === undefined ? null : <Part />;
}

const accept = ['.png', '.jpeg', '.jpg', '.pdf', '.docx'];

export function PartsGallery() {
  return (
    <>
      <ButtonsDemo />
      <OverlaysDemo />
      <FilesDemo />
      <Section title="What the page says">
        <Notice heading="Welcome">Applying takes about twenty minutes. There is no application fee.</Notice>
        <Notice tone="success" onClose={() => undefined}>
          Your application was successfully submitted.
        </Notice>
        <Notice tone="warning" heading="You are offline">
          Your answers are kept on this device and will be sent later.
        </Notice>
        <Notice tone="error" heading="We're missing some information!" isFocusable>
          <ul>
            <li>
              <a href="#first_name">Please enter your first name.</a>
            </li>
            <li>
              <a href="#birth_date">Please enter your date of birth.</a>
            </li>
          </ul>
        </Notice>
        <Meanwhile />
        <Progress value={7} max={12} label="7 of 12 required answered" />
        <Progress value={12} max={12} label="12 of 12 required answered" />
        <div className="gallery-row">
          <StatusLine text="Saved on this device" />
          <StatusLine tone="success" text="Saved to your account" />
          <StatusLine tone="warning" text="Offline: 3 answers waiting" />
        </div>
        <Skeleton label="Loading" />
        <p>
          Questions? <Link href="mailto:help@example.org">Write to us</Link> or read the{' '}
          <Link href="https://example.org/">guide for applicants</Link>.
        </p>
      </Section>
    </>
  );
}

function ButtonsDemo() {
  const [isOpen, setIsOpen] = useState(false);
  const [isOther, setIsOther] = useState(false);
  const [tab, setTab] = useState('upload');
  return (
    <Section title="Buttons, tabs, triggers">
      <div className="gallery-row">
        <Button>Save</Button>
        <Button variant="secondary" icon={<PlusIcon size={1.1} />}>
          Add another college
        </Button>
        <Button variant="quiet">Help</Button>
        <Button variant="danger">Delete</Button>
        <Button isDisabled>Not now</Button>
        <Button isPending>Saving</Button>
        <Button variant="secondary" size="small">
          Small
        </Button>
      </div>
      <div className="gallery-row">
        <Button size="continue">Continue</Button>
        <Button size="submit">Submit</Button>
        <Spinner size="small" />
        <Spinner size="medium" />
        <Spinner size="large" />
      </div>
      <Tabs
        id="experience"
        label="Experience"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'upload', label: 'Upload a résumé', content: <Hint>One file, at most 1 MB.</Hint> },
          { id: 'describe', label: 'Describe your experience', content: <Hint>In your own words.</Hint> },
        ]}
      />
      <Disclosure
        control="button"
        label="Add an international phone"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        before={<Hint>Only if you have no number in the United States or Canada.</Hint>}
      >
        <Hint>What comes after stands here.</Hint>
      </Disclosure>
      <Disclosure
        control="checkbox"
        label="I have used another name"
        isOpen={isOther}
        onOpenChange={setIsOther}
      >
        <Hint>What comes after the box stands here.</Hint>
      </Disclosure>
    </Section>
  );
}

function OverlaysDemo() {
  const [size, setSize] = useState<'small' | 'medium' | 'large'>();
  const [isAsking, setIsAsking] = useState(false);
  const [isAccountOpen, setIsAccountOpen] = useState(false);
  return (
    <Section title="Dialogs, toasts, popover">
      <div className="gallery-row">
        {(['small', 'medium', 'large'] as const).map((each) => (
          <Button key={each} variant="secondary" onPress={() => setSize(each)}>
            Open {each} dialog
          </Button>
        ))}
        <Button variant="danger" onPress={() => setIsAsking(true)}>
          Delete file
        </Button>
        <Popover label="Account" isOpen={isAccountOpen} onOpenChange={setIsAccountOpen}>
          <p>marisol.ortega@example.org</p>
          <Button variant="secondary">Log Out</Button>
        </Popover>
        <Button
          variant="secondary"
          onPress={() => toasts.addSuccess('Success Notification', 'Your code is confirmed.')}
        >
          Success toast
        </Button>
        <Button
          variant="secondary"
          onPress={() => toasts.addError('Login Card Error', 'That pair is not known.')}
        >
          Error toast
        </Button>
      </div>
      <Modal
        title="Technical help"
        size={size}
        isOpen={size !== undefined}
        onOpenChange={() => setSize(undefined)}
        actions={<Button onPress={() => setSize(undefined)}>Understood</Button>}
      >
        <p>If something does not work, write to us and say what you saw. We answer within one working day.</p>
        <p>Your answers stay on this device while you wait.</p>
      </Modal>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete file"
        confirmLabel="Delete"
        onConfirm={() => setIsAsking(false)}
        onCancel={() => setIsAsking(false)}
      >
        Are you sure you want to delete your file?
      </ConfirmDialog>
    </Section>
  );
}

function FilesDemo() {
  const [state, setState] = useState<FileDropState>({ status: 'empty' });
  const chosen = ([file]: readonly File[]) =>
    file !== undefined &&
    setState({
      status: 'done',
      name: file.name,
      size: `${file.size} bytes`,
      onDelete: () => setState({ status: 'empty' }),
    });
  const shared = { accept, onFiles: () => undefined };
  return (
    <Section title="Files">
      <FileDrop
        {...shared}
        id="transcript"
        name="transcript"
        label="Unofficial transcript"
        hint="PDF, Word or a photo, at most 1 MB."
        hasCamera
        state={state}
        onFiles={chosen}
      />
      <FileDrop
        {...shared}
        id="f2"
        name="f2"
        label="Uploading"
        state={{ status: 'uploading', name: 'transcript.pdf', size: '471 KB', onCancel: () => undefined }}
      />
      <FileDrop
        {...shared}
        id="f3"
        name="f3"
        label="Converting"
        state={{ status: 'converting', name: 'resume.docx', isLong: false, onCancel: () => undefined }}
      />
      <FileDrop
        {...shared}
        id="f4"
        name="f4"
        label="Done"
        state={{
          status: 'done',
          name: 'transcript-final-version.pdf',
          size: '471 KB',
          onDelete: () => undefined,
        }}
      />
      <FileDrop
        {...shared}
        id="f5"
        name="f5"
        label="Failed"
        state={{
          status: 'error',
          message: 'This PDF is protected by a password. Please save it without one and choose it again.',
          onRetry: () => undefined,
        }}
      />
      <FileDrop
        {...shared}
        id="f6"
        name="f6"
        label="Waiting"
        state={{
          status: 'waiting',
          name: 'photo.jpg',
          isOffline: true,
          onRetry: () => undefined,
          onCancel: () => undefined,
        }}
      />
    </Section>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <h2>{title}</h2>
      <div className="gallery-grid">{children}</div>
    </Card>
  );
}
