import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { definePart, usePart } from '#ui/use-part.ts';

/** Loaded when it is first opened. */
const helpDialog = definePart(() => import('./help-dialog.tsx'));

/** Help is in the same place on every page. */
export function HelpModal() {
  const [isOpen, setIsOpen] = useState(false);
  const HelpDialog = usePart(helpDialog, isOpen)?.HelpDialog;
  return (
    <>
      <Button variant="quiet" onPress={() => setIsOpen(true)}>
        Help
      </Button>
      {HelpDialog !== undefined && <HelpDialog isOpen onOpenChange={setIsOpen} />}
    </>
  );
}
