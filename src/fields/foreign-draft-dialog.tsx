import { useSyncExternalStore } from 'react';
import { decideForeign } from '#answers/account-answers.ts';
import { useAnswersFacade } from '#answers/answers-context.tsx';
import { questionFor } from '#form/form.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import './shown-answers.css';

/** Asks before answers that were typed on this device for another account go into this one. */
export function ForeignDraftDialog() {
  const facade = useAnswersFacade();
  const draft = useSyncExternalStore(
    facade.subscribe,
    () => facade.foreignDraft,
    () => undefined,
  );
  if (draft === undefined) return null;

  const rows = [...draft.answers].flatMap(([key, value]) => {
    const question = questionFor(key);
    if (question === undefined || value === '') return [];
    return [{ key, label: question.label, value: draft.answers.get(`${key}_desc`) || value }];
  });
  return (
    <Modal
      title="Are these answers yours?"
      size="medium"
      isOpen
      isDismissable={false}
      onOpenChange={() => undefined}
      actions={
        <>
          <Button variant="secondary" onPress={() => decideForeign(facade, false)}>
            No, these are not mine
          </Button>
          <Button onPress={() => decideForeign(facade, true)}>Yes, use them where mine are blank</Button>
        </>
      }
    >
      <p>
        They were typed on this device for another account. If they are not yours, they stay sealed here for
        that account.
      </p>
      <dl className="shown-answers">
        {rows.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
