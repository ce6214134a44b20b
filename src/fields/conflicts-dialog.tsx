import { useSyncExternalStore } from 'react';
import { choose } from '#answers/account-answers.ts';
import { useAnswersFacade } from '#answers/answers-context.tsx';
import { decidedBy, inOrder } from '#answers/conflict-choice.ts';
import type { Side } from '#answers/start.ts';
import { questionFor } from '#form/form.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { useFormStanding } from './form-context.tsx';
import { shownValue } from './shown-value.ts';
import './shown-answers.css';

/** Asks about answers that this device and another hold differently; shows both, overrules nobody. */
export function ConflictsDialog() {
  const facade = useAnswersFacade();
  const { today } = useFormStanding();
  const serialized = useSyncExternalStore(
    facade.subscribe,
    () => JSON.stringify(facade.conflicts),
    () => '[]',
  );
  const parsed: typeof facade.conflicts = JSON.parse(serialized);
  const conflicts = inOrder(parsed);
  const [first] = conflicts;
  const question = first === undefined ? undefined : questionFor(first.key);
  if (first === undefined || question === undefined) return null;

  const { key } = first;
  const keep = (keeps: Side) => {
    const { store } = facade;
    void choose(
      facade,
      decidedBy({ key, keeps }, conflicts, store.getAll(), () => today),
    );
  };
  const shown = (value: string) => shownValue(question, value, facade.store.getAll(), today);
  return (
    <Modal
      title="Which answer should we keep?"
      size="medium"
      isOpen
      isDismissable={false}
      onOpenChange={() => undefined}
    >
      {/* The next question comes in the place of the last one, and is to be heard. */}
      <div className="shown-question" role="status">
        <p>
          “{question.label}” was changed on this device and on another one
          {conflicts.length > 1 && ` (1 of ${conflicts.length})`}.
        </p>
        <dl className="shown-answers">
          <div>
            <dt>This device</dt>
            <dd>{shown(first.mine)}</dd>
          </div>
          <div>
            <dt>The other device</dt>
            <dd>{shown(first.theirs)}</dd>
          </div>
        </dl>
      </div>
      <div className="shown-choices">
        <Button variant="primary" onPress={() => keep('mine')}>
          Keep this device
        </Button>
        <Button variant="secondary" onPress={() => keep('theirs')}>
          Keep other device
        </Button>
      </div>
    </Modal>
  );
}
