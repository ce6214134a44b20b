import { useEffect, useRef } from 'react';
import { useAnswersFacade } from '#answers/answers-context.tsx';
import { useServerState } from '#api/server-state.ts';
import type { Repeater } from '#form/page.ts';
import { ADD_ANOTHER_DEFAULT_COUNT } from '#limits.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Hint } from '#ui/hint.tsx';
import { FieldsForm } from './fields-form.tsx';
import { useFormStanding } from './form-context.tsx';
import type { RenderElements } from './render-elements.ts';
import { useLastAnswered } from './use-derived.ts';

/** Components under numbered prefixes: as many as were added, and at least as many as hold an answer. */
export function RepeaterField({
  repeater,
  renderElements,
}: {
  readonly repeater: Repeater;
  readonly renderElements: RenderElements;
}) {
  const { isLoggedIn, own } = useFormStanding();
  const { enqueue } = useAnswersFacade();
  const { counts, showCount } = useServerState();
  const { buttonId, buttonLabel, components } = repeater;
  const count = Math.max(counts?.[buttonId] ?? ADD_ANOTHER_DEFAULT_COUNT, useLastAnswered(repeater));

  function setCount(next: number) {
    showCount(buttonId, next);
    enqueue({ kind: 'add-another', button_id: buttonId, num_components: next });
  }

  // A new component appears before the button, which may disappear, so the new card gets the focus. A removed card
  // takes its own button with it. What stands in its place is the button that adds one.
  const addButton = useRef<HTMLButtonElement>(null);
  const lastChange = useRef<'added' | 'removed'>(undefined);
  useEffect(() => {
    const card = document.getElementById(`${buttonId}-${count}-form`)?.closest('section');
    if (lastChange.current === 'removed') addButton.current?.focus();
    else if (lastChange.current !== undefined && card) {
      card.tabIndex = -1;
      card.focus();
    }
    lastChange.current = undefined;
  }, [buttonId, count]);

  return (
    <>
      {components.slice(0, count).map(({ title, elements }, index) => (
        <Card key={title} title={title}>
          <FieldsForm id={`${buttonId}-${index + 1}-form`}>{renderElements(elements)}</FieldsForm>
          {own !== undefined && index > 0 && index === count - 1 && (
            <own.RemoveComponent
              title={title}
              elements={elements}
              onRemoved={() => {
                lastChange.current = 'removed';
                setCount(count - 1);
              }}
            />
          )}
        </Card>
      ))}
      {count < components.length && isLoggedIn && (
        <Button
          buttonRef={addButton}
          variant="secondary"
          isDisabled={counts === undefined}
          onPress={() => {
            lastChange.current = 'added';
            setCount(count + 1);
          }}
        >
          {buttonLabel}
        </Button>
      )}
      {!isLoggedIn && <Hint>You can add more once you have created an account.</Hint>}
    </>
  );
}
