import { useEffect, useRef } from 'react';
import { useApplication } from '#application/hooks.ts';
import { useServerState } from '#api/server-state.ts';
import type { Repeater } from '#form/page.ts';
import { ADD_ANOTHER_DEFAULT_COUNT } from '#limits.ts';
import { Card } from '#ui/card.tsx';
import { Hint } from '#ui/hint.tsx';
import { FieldsForm } from './fields-form.tsx';
import { useFormState } from './form-context.tsx';
import type { RenderElements } from './render-elements.ts';
import { useLastAnswered } from './use-derived.ts';

/** Components under numbered prefixes: as many as were added, and at least as many as have an answer. */
export function RepeaterField({
  repeater,
  renderElements,
}: {
  readonly repeater: Repeater;
  readonly renderElements: RenderElements;
}) {
  const { isLoggedIn, own } = useFormState();
  const { dispatch } = useApplication();
  const { counts, showCount } = useServerState();
  const { buttonId, buttonLabel, components } = repeater;
  const count = Math.max(counts?.[buttonId] ?? ADD_ANOTHER_DEFAULT_COUNT, useLastAnswered(repeater));

  function changeCount(by: number) {
    const next = count + by;
    change.current = by;
    showCount(buttonId, next);
    dispatch({
      type: 'called',
      operation: { kind: 'add-another', button_id: buttonId, num_components: next },
    });
  }

  // A new component appears before the button, which may disappear, so the new card gets the focus. A removed card's
  // own button disappears, too, so the button to add one gets the focus.
  const addButton = useRef<HTMLButtonElement>(null);
  const change = useRef(0);
  useEffect(() => {
    const card = document.getElementById(`${buttonId}-${count}-form`)?.closest<HTMLElement>('.ui-card');
    if (change.current < 0) addButton.current?.focus();
    if (change.current > 0 && card) {
      card.tabIndex = -1;
      card.focus();
    }
    change.current = 0;
  }, [buttonId, count]);

  return (
    <>
      {components.slice(0, count).map(({ title, elements }, index) => (
        <Card key={title} title={title}>
          <FieldsForm id={`${buttonId}-${index + 1}-form`}>{renderElements(elements)}</FieldsForm>
          {own !== undefined && index > 0 && index === count - 1 && (
            <own.RemoveComponent title={title} elements={elements} onRemoved={() => changeCount(-1)} />
          )}
        </Card>
      ))}
      {own !== undefined && isLoggedIn && (
        <own.AddAnother
          id={`${buttonId}-add`}
          label={buttonLabel}
          buttonRef={addButton}
          isFull={count >= components.length}
          onAdd={() => changeCount(1)}
        />
      )}
      {!isLoggedIn && <Hint>You can add more once you have created an account.</Hint>}
    </>
  );
}
