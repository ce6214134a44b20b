import { FILE_UNDER_WAY_MESSAGE } from '#contract/submit.ts';
import { pageOf, questions } from '#form/form.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { Button } from '#ui/button.tsx';
import { RouteLink } from '#ui/link.tsx';
import { Modal } from '#ui/modal.tsx';
import type { Wait } from './form-context.tsx';

/** Asks the applicant to wait for files, with a link to each, where the upload can be watched or canceled. */
export function UploadInProgress({ isOpen, files = [], onClose }: Wait) {
  return (
    <Modal
      title="File Upload in Progress"
      size="small"
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      actions={
        <Button variant="secondary" onPress={onClose}>
          OK
        </Button>
      }
    >
      <p>{FILE_UNDER_WAY_MESSAGE}</p>
      {questions
        .filter(({ key }) => files.includes(key))
        .map(({ key }) => (
          <p key={key}>
            <RouteLink to={`${pageOf(key)?.path ?? ''}#${key}`} onPress={onClose}>
              {fullLabelOf(key)}
            </RouteLink>
          </p>
        ))}
    </Modal>
  );
}
