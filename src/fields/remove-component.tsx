import { useRef, useState } from 'react';
import { useApplication } from '#application/hooks.ts';
import { useServerState } from '#api/server-state.ts';
import { useUploads } from '#application/account/upload-hooks.ts';
import { EMPTY_ANSWER, isBlank } from '#form/condition.ts';
import { questionsIn } from '#form/page.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toasts } from '#ui/toast-queue.ts';
import type { Removal } from './form-context.tsx';
import { isAnyAnswered } from './use-derived.ts';

/**
 * Removes the last component of a repeater with its answers and documents; asks first if there are any. If the
 * applicant cancels while a document is being deleted, the answers stay and a toast says that this document is gone.
 */
export function RemoveComponent({ title, elements, onRemoved }: Removal) {
  const application = useApplication();
  const { documents } = useServerState();
  const uploads = useUploads();
  const [step, setStep] = useState<'none' | 'asking' | 'removing'>('none');
  const underWay = useRef<AbortController>(undefined);

  const questions = elements.flatMap(questionsIn);
  const isAnswered = () => isAnyAnswered(elements, application.getAll());
  const files = () =>
    questions.filter(
      ({ key, kind }) =>
        kind === 'file' &&
        (key in documents || !isBlank(application.get(key)) || application.state.files.has(key)),
    );

  async function remove() {
    const ending = new AbortController();
    underWay.current = ending;
    setStep('removing');
    for (const { key, label } of files()) {
      const isGone = await uploads.remove(key);
      if (ending.signal.aborted) {
        // No toast if the applicant has confirmed again.
        if (isGone && underWay.current === ending)
          toasts.addError(`Remove ${title}`, `${title} stays, but its file for ${label} is deleted.`);
        return;
      }
      if (!isGone) return setStep('none');
    }
    for (const { key } of questions) application.set(key, EMPTY_ANSWER);
    setStep('none');
    onRemoved();
    toasts.addSuccess('Success Notification', `${title} removed.`);
  }

  return (
    <>
      <Button
        variant="quiet"
        onPress={() => {
          if (isAnswered() || files().length > 0) setStep('asking');
          else void remove();
        }}
      >
        Remove {title}
      </Button>
      <ConfirmDialog
        title={`Remove ${title}`}
        isOpen={step !== 'none'}
        isPending={step === 'removing'}
        confirmLabel="Remove"
        onCancel={() => {
          underWay.current?.abort();
          setStep('none');
        }}
        onConfirm={() => void remove()}
      >
        What you have entered for {title} will be deleted, and so will any file. Are you sure?
      </ConfirmDialog>
    </>
  );
}
