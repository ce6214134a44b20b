/** The messages of a contract schema on a body, by field; `{}` if the schema accepts it. */
export function messagesByField(
  schema: {
    safeParse(value: unknown): {
      error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
    };
  },
  body: unknown,
): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
    (messages[path.join('.')] ??= []).push(message);
  }
  return messages;
}
