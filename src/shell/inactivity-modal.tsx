import { useApplication, useSelected } from '#application/hooks.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';

/** Asks the applicant to stay or leave, a minute before an idle session ends (specification §2). */
export function InactivityModal() {
  const isWarning = useSelected(({ presence }) => presence?.isWarned === true);
  const application = useApplication();
  const stay = () => application.dispatch({ type: 'active', isChosen: true });
  return (
    <Modal
      title="Still working?"
      size="small"
      isBrief
      isDismissable={false}
      isOpen={isWarning}
      onOpenChange={(isOpen) => {
        if (!isOpen) stay();
      }}
      areActionsStacked
      actions={
        <>
          <Button variant="secondary" onPress={() => void application.leave('idle')}>
            No - Please log me out
          </Button>
          <Button variant="primary" onPress={stay}>
            Yes - Take me back to my application
          </Button>
        </>
      }
    >
      <p>You have been inactive for a little while. Would you like to stay logged in?</p>
    </Modal>
  );
}
