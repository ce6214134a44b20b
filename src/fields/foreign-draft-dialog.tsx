import { useApplication, useSelectedValue } from '#application/hooks.ts';
import { answerTextForOthers } from '#form/answer-text.ts';
import { questionFor } from '#form/form.ts';
import { isUnfinishedKey, UNFINISHED_SUFFIX } from '#form/keys.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { useFormState } from './form-context.tsx';
import './shown-answers.css';
import { anonymousAnswers } from '#application/account/select.ts';

/** Asks before answers typed on this device for another account are added to this account. */
export function ForeignDraftDialog() {
  const { dispatch } = useApplication();
  const { today } = useFormState();
  const draft = useSelectedValue((state) => (state.asksAboutDraft ? [...anonymousAnswers(state)] : []));
  if (draft.length === 0) return null;
  const decide = (takes: boolean) => dispatch({ type: 'draftDecided', takes });

  const answers = Object.fromEntries(draft);
  const rows = draft.flatMap(([key, value]) => {
    const question = questionFor(key.replace(UNFINISHED_SUFFIX, ''));
    if (question === undefined) return [];
    // The reader may be somebody other than the author of the answers.
    const text = isUnfinishedKey(key)
      ? value.split('\n').filter(Boolean).join(' / ')
      : answerTextForOthers(question, value, answers, today);
    return text === undefined ? [] : [{ key, label: fullLabelOf(question.key), text }];
  });
  return (
    <Modal
      title="Are these answers yours?"
      size="medium"
      areActionsStacked
      isOpen
      isDismissable={false}
      onOpenChange={() => undefined}
      actions={
        <>
          <Button variant="secondary" onPress={() => decide(false)}>
            No, these are not mine
          </Button>
          <Button onPress={() => decide(true)}>Yes, use them where mine are blank</Button>
        </>
      }
    >
      <p>
        They were typed on this device for another account. If they are not yours, they stay on this device
        for that account.
      </p>
      <dl className="shown-answers">
        {rows.map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd translate="no">{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
