import { useState } from 'react';
import { useApplication } from '#application/hooks.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { questionsIn, type Trigger } from '#form/page.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Hint } from '#ui/hint.tsx';
import type { RenderElements } from './render-elements.ts';
import { useIsAnyAnswered } from './use-derived.ts';

const keysByTrigger = new WeakMap<Trigger, readonly AnswerKey[]>();

function keysBelow(trigger: Trigger) {
  const keys = keysByTrigger.get(trigger) ?? trigger.after.flatMap(questionsIn).map(({ key }) => key);
  keysByTrigger.set(trigger, keys);
  return keys;
}

/** Reveals the elements after the trigger, and hides the sentence before it. It never hides an answer. */
export function TriggerField({
  trigger,
  renderElements,
}: {
  readonly trigger: Trigger;
  readonly renderElements: RenderElements;
}) {
  const isAnswered = useIsAnyAnswered(keysBelow(trigger));
  const store = useApplication();
  const [isOpen, setIsOpen] = useState(isAnswered);
  const [isAsking, setIsAsking] = useState(false);

  // It stays open when the answer is cleared: the applicant may be typing a new one.
  if (isAnswered && !isOpen) setIsOpen(true);

  function clear() {
    setIsAsking(false);
    for (const key of keysBelow(trigger)) store.set(key, EMPTY_ANSWER);
    setIsOpen(false);
  }

  return (
    <>
      <Disclosure
        control={trigger.control}
        label={trigger.label}
        openLabel={trigger.openLabel}
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (isAnswered) setIsAsking(true);
          else setIsOpen(open);
        }}
        before={trigger.before !== undefined && <Hint>{trigger.before}</Hint>}
      >
        {renderElements(trigger.after)}
      </Disclosure>
      <ConfirmDialog
        title="Delete what you entered here?"
        isOpen={isAsking}
        confirmLabel="Delete"
        cancelLabel="Keep it"
        onCancel={() => setIsAsking(false)}
        onConfirm={clear}
      >
        This part of the form closes, and your answer is deleted.
      </ConfirmDialog>
    </>
  );
}
