import PostalMime from 'postal-mime';

/** A mail read from its `.eml` file. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly at: string;
  readonly text: string;
  readonly attachments: readonly { readonly filename: string; readonly bytes: number }[];
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads a mail that we have written. */
export async function readEml(source: string): Promise<Letter> {
  const mail = await PostalMime.parse(source);
  return {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    at: new Date(mail.date ?? 0).toISOString(),
    text: (mail.text ?? '').trimEnd(),
    attachments: mail.attachments.map(({ filename, content }) => ({
      filename: filename ?? '',
      bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
  };
}
