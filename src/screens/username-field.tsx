import { useEffectEvent, useLayoutEffect } from 'react';
import { useNavigationState } from '#shell/navigation-state.ts';
import { TextField } from '#ui/text-field.tsx';

/** The e-mail address field, the same on every card. It begins with the address from the screen before. */
export function UsernameField({
  form,
}: {
  readonly form: {
    readonly values: { readonly username: string };
    readonly messagesOf: (field: 'username') => readonly string[];
    readonly set: (field: 'username', value: string) => void;
  };
}) {
  const { username } = useNavigationState();
  const carryOver = useEffectEvent(() => {
    // The state is read after hydration. Text that was typed into the prerendered card before wins.
    if (username !== undefined && form.values.username === '') form.set('username', username);
  });
  useLayoutEffect(() => carryOver(), [username]);
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
