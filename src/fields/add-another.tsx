import { queryKeys } from '#api/queries.ts';
import type { Counts } from '#api/server-state.ts';
import { Button } from '#ui/button.tsx';
import type { Addition } from './form-context.tsx';
import { QueryBoundary, useFed } from './query-boundary.tsx';

/** The button that adds a component of a repeater; or why the number of components could not be loaded. */
export function AddAnother(addition: Addition) {
  return (
    <QueryBoundary
      queryKey={queryKeys.addAnother}
      heading="We could not load this list."
      focusId={addition.id}
    >
      <AddButton {...addition} />
    </QueryBoundary>
  );
}

function AddButton({ id, label, buttonRef, isFull, onAdd }: Addition) {
  const { data: counts } = useFed<Counts>(queryKeys.addAnother);
  if (isFull) return null;
  return (
    <Button
      id={id}
      variant="secondary"
      buttonRef={buttonRef}
      isDisabled={counts === undefined}
      onPress={onAdd}
    >
      {label}
    </Button>
  );
}
