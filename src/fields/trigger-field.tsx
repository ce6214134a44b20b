import { useState } from 'react';
import { useAnswerStore } from '#answers/answers-context.tsx';
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { questionsIn, type Trigger } from '#form/page.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import type { RenderElements } from './render-elements.ts';
import { useIsAnyAnswered } from './use-derived.ts';

const keysByTrigger = new WeakMap<Trigger, readonly AnswerKey[]>();

function keysBelow(trigger: Trigger) {
  const keys = keysByTrigger.get(trigger) ?? trigger.after.flatMap(questionsIn).map(({ key }) => key);
  keysByTrigger.set(trigger, keys);
  return keys;
}

/** Reveals what comes after the trigger; what has been answered is never hidden. */
export function TriggerField({
  trigger,
  renderElements,
}: {
  readonly trigger: Trigger;
  readonly renderElements: RenderElements;
}) {
  const isAnswered = useIsAnyAnswered(keysBelow(trigger));
  const store = useAnswerStore();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure
      control={trigger.control}
      label={trigger.label}
      isOpen={isOpen || isAnswered}
      onOpenChange={(open) => {
        setIsOpen(open);
        if (!open) for (const key of keysBelow(trigger)) store.set(key, EMPTY_ANSWER);
      }}
      before={renderElements(trigger.before ?? [])}
    >
      {renderElements(trigger.after)}
    </Disclosure>
  );
}
