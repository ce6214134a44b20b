import { passwordRules, PASSWORDS_MUST_MATCH } from '#contract/password.ts';
import { Checklist, type ChecklistState } from '#ui/checklist.tsx';

/** The id by which a password field refers to its description. */
export const PASSWORD_CHECKLIST_ID = 'password-checklist';

/** The live checklist: inactive while the password is empty, then error or success per rule. */
export function PasswordChecklist({
  password,
  confirmation,
}: {
  readonly password: string;
  /** Only where the password is entered twice. */
  readonly confirmation?: string;
}) {
  const stateOf = (holds: boolean): ChecklistState =>
    password === '' ? 'inactive' : holds ? 'success' : 'error';
  const rows = passwordRules.map(({ message, holds }) => ({
    label: message,
    state: stateOf(holds(password)),
  }));
  if (confirmation !== undefined) {
    rows.push({ label: PASSWORDS_MUST_MATCH, state: stateOf(password === confirmation) });
  }
  return <Checklist id={PASSWORD_CHECKLIST_ID} label="Your password" rows={rows} />;
}
