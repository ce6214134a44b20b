import { TextField } from '#ui/text-field.tsx';

/** The e-mail address field, the same on every card. */
export function UsernameField({
  form,
}: {
  readonly form: {
    readonly values: { readonly username: string };
    readonly messagesOf: (field: 'username') => readonly string[];
    readonly set: (field: 'username', value: string) => void;
  };
}) {
  return (
    <TextField
      id="username"
      name="username"
      label="E-mail address"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoComplete="username"
      isRequired
      value={form.values.username}
      messages={form.messagesOf('username')}
      onChange={(value) => form.set('username', value)}
    />
  );
}
