import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { definePart, useIsPartMissing, usePart } from '#ui/use-part.ts';
import { HelpAddress } from './help-address.tsx';

/** Loaded when it is first opened. */
const helpDialog = definePart(() => import('./help-dialog.tsx'));

/** Help is in the same place on every page. */
export function HelpModal() {
  const [isOpen, setIsOpen] = useState(false);
  const HelpDialog = usePart(helpDialog, isOpen, true)?.HelpDialog;
  const isMissing = useIsPartMissing() && isOpen && HelpDialog === undefined;
  return (
    <>
      <Button variant="quiet" onPress={() => setIsOpen(true)}>
        Help
      </Button>
      {isMissing && <HelpAddress />}
      {HelpDialog !== undefined && <HelpDialog isOpen onOpenChange={setIsOpen} />}
    </>
  );
}
