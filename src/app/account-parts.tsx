import { AddAnother } from '#fields/add-another.tsx';
import { ConflictsDialog } from '#fields/conflicts-dialog.tsx';
import { ErrorSummary } from '#fields/error-summary.tsx';
import { FileConflictDialog } from '#fields/file-conflict-dialog.tsx';
import { ForeignDraftDialog } from '#fields/foreign-draft-dialog.tsx';
import type { OwnParts } from '#fields/form-context.tsx';
import { RemoveComponent } from '#fields/remove-component.tsx';
import { TabsFailure } from '#fields/tabs-failure.tsx';
import { UploadInProgress } from '#fields/upload-in-progress.tsx';
import { formMessages, messagesFor } from '#form/messages.ts';
import { PdfOffer } from '#screens/pdf-offer.tsx';
import { InactivityModal } from '#shell/inactivity-modal.tsx';

/** The parts of the form pages that only an account needs. */
export const ownParts: OwnParts = {
  judge: { formMessages, messagesFor },
  errorSummary: <ErrorSummary />,
  pdfOffer: <PdfOffer />,
  AddAnother,
  RemoveComponent,
  TabsFailure,
  UploadInProgress,
};

export function Dialogs() {
  return (
    <>
      <InactivityModal />
      <ConflictsDialog />
      <FileConflictDialog />
      <ForeignDraftDialog />
    </>
  );
}
