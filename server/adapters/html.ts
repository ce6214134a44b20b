/** HTML that can be sent as it is. */
export class Html {
  readonly text: string;

  /** @param text HTML of our own making; `html` makes it from text of any other origin */
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Part[] | undefined;

/** Makes HTML from a template. Each part that is not HTML is escaped, also within attributes; lists are joined. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: pieces }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
