import { PASSWORD_REQUIRED, passwordRules, PASSWORDS_MUST_MATCH } from '#contract/password.ts';
import { PasswordField } from '#ui/password-field.tsx';
import { PASSWORD_CHECKLIST_ID } from './password-checklist.tsx';

const LISTED = new Set([...passwordRules.map(({ message }) => message), PASSWORDS_MUST_MATCH]);

/** The password field of sign-up and reset, above its checklist. */
export function NewPasswordField<N extends string>({
  name,
  label,
  calledName,
  form,
}: {
  readonly name: N;
  readonly label: string;
  readonly calledName?: string;
  readonly form: {
    readonly values: Readonly<Record<N, string>>;
    readonly messagesOf: (field: N) => readonly string[];
    readonly hasTried: boolean;
    readonly set: (field: N, value: string) => void;
  };
}) {
  const value = form.values[name];
  return (
    <PasswordField
      id={name}
      name={name}
      label={label}
      autoComplete="new-password"
      isRequired
      calledName={calledName}
      describedById={PASSWORD_CHECKLIST_ID}
      value={value}
      messages={messagesBeside(form.messagesOf(name), value === '', form.hasTried)}
      onChange={(typed) => form.set(name, typed)}
    />
  );
}

/**
 * The checklist shows its rules while the applicant types. So the field shows only other messages; after a failed
 * attempt, it also says that something is missing.
 */
function messagesBeside(messages: readonly string[], isBlank: boolean, hasTried: boolean): readonly string[] {
  const unlisted = messages.filter((message) => !LISTED.has(message));
  if (!hasTried || messages.length === 0 || unlisted.length > 0) return unlisted;
  return [isBlank ? PASSWORD_REQUIRED : 'Not every requirement below is met yet.'];
}
