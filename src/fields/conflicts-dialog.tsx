import { decide } from '#application/account/decide.ts';
import { useState } from 'react';
import { useApplication, useSelectedValue } from '#application/hooks.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { allDecidedBy, decidedBy, inOrder, type Choice } from '#form/conflict-choice.ts';
import { questionFor } from '#form/form.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Modal } from '#ui/modal.tsx';
import { beginningOf } from './beginning-of.ts';
import { useFormState } from './form-context.tsx';
import { shownValue } from './shown-value.ts';
import './shown-answers.css';
import { conflictsIn } from '#application/account/select.ts';

/** A button quotes only the beginning of a longer answer: the whole answer is shown above it. */
const QUOTED_MAX_CHARS = 16;

/** Asks about answers that differ between this device and the account. Shows both and prefers neither. */
export function ConflictsDialog() {
  const application = useApplication();
  const { today } = useFormState();
  const [forAll, setForAll] = useState(EMPTY_ANSWER);
  const conflicts = inOrder(useSelectedValue(conflictsIn));
  const [first] = conflicts;
  const question = first === undefined ? undefined : questionFor(first.key);
  if (first === undefined || question === undefined) return null;

  const { key } = first;
  const others = conflicts.length - 1;
  const isForAll = forAll !== EMPTY_ANSWER;
  const keep = (keeps: Choice) => {
    const answers = application.getAll();
    const decided = isForAll
      ? allDecidedBy(keeps, conflicts, answers, () => today)
      : decidedBy({ key, keeps }, conflicts, answers, () => today);
    setForAll(EMPTY_ANSWER);
    void decide(
      application,
      Object.fromEntries(
        conflicts.flatMap(({ key: one, mine, theirs }) => {
          const choice = decided.get(one);
          return choice === undefined ? [] : [[one, choice === 'mine' ? mine : theirs]];
        }),
      ),
    );
  };
  const shown = (value: string) => shownValue(question, value, application.getAll(), today);
  const isShort = [first.mine, first.theirs].every((value) => isBrief(shown(value)));
  const quoted = (value: string) =>
    value === EMPTY_ANSWER ? (
      'it blank'
    ) : (
      <span translate="no">“{beginningOf(shown(value), QUOTED_MAX_CHARS)}”</span>
    );
  return (
    <Modal
      title="Which answer should we keep?"
      // Two long texts are compared side by side.
      size={question.kind === 'textarea' ? 'large' : isShort ? 'small' : 'medium'}
      isOpen
      isDismissable={false}
      onOpenChange={() => undefined}
      actions={
        <div className="shown-choices">
          <Button variant="secondary" onPress={() => keep('mine')}>
            {isForAll ? (
              `Keep all ${conflicts.length} of this device`
            ) : (
              <span>
                Keep {quoted(first.mine)} <span className="shown-device">(this device)</span>
              </span>
            )}
          </Button>
          <Button variant="secondary" onPress={() => keep('theirs')}>
            {isForAll ? (
              `Keep all ${conflicts.length} of the other device`
            ) : (
              <span>
                Keep {quoted(first.theirs)} <span className="shown-device">(other device)</span>
              </span>
            )}
          </Button>
        </div>
      }
    >
      {/* The next question replaces the last one here, so screen readers must announce it. */}
      <div className="shown-question" role="status">
        <p>
          “{fullLabelOf(key)}” differs between this device and your account, which another device may have
          changed
          {others > 0 && ` (${others} more after this one)`}.
        </p>
        <dl className="shown-answers">
          <div>
            <dt>This device</dt>
            <dd translate="no">{shown(first.mine)}</dd>
          </div>
          <div>
            <dt>The other device</dt>
            <dd translate="no">{shown(first.theirs)}</dd>
          </div>
        </dl>
      </div>
      {others > 0 && (
        <Checkbox
          id="all-conflicts"
          name="all-conflicts"
          label={
            others === 1 ? 'Do the same for the other answer' : `Do the same for the other ${others} answers`
          }
          value={forAll}
          onChange={setForAll}
        />
      )}
    </Modal>
  );
}

function isBrief(text: string): boolean {
  return [...text].length <= QUOTED_MAX_CHARS;
}
