import { queryKeys } from '#api/queries.ts';
import { useServerState } from '#api/server-state.ts';
import { Button } from '#ui/button.tsx';
import type { Addition } from './form-context.tsx';
import { PartOrNotice } from './query-boundary.tsx';

/** The button that adds a component of a repeater; in its place, why the number of components could not be loaded. */
export function AddAnother({ id, label, buttonRef, isFull, onAdd }: Addition) {
  const { counts } = useServerState();
  return (
    <PartOrNotice queryKey={queryKeys.addAnother} heading="We could not load this list." focusId={id}>
      {!isFull && (
        <Button
          id={id}
          variant="secondary"
          buttonRef={buttonRef}
          isDisabled={counts === undefined}
          onPress={onAdd}
        >
          {label}
        </Button>
      )}
    </PartOrNotice>
  );
}
