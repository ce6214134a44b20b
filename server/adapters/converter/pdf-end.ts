const END_MARK = '%%EOF';
const WHERE_OBJECTS_ARE = 'startxref';
/** The text before `obj` where an object begins: its number and generation. */
const OBJECT_NUMBER = /\d[\s\0]+\d+[\s\0]*$/;
const OBJECT_NUMBER_CHARS = 32;

/** How a PDF ends. Two signs show that its last object is complete. */
export type PdfEnd =
  | { readonly kind: 'marked'; readonly file: Buffer }
  /** The mark is missing, but a reader still finds the objects, unless something else is wrong. */
  | { readonly kind: 'unmarked'; readonly file: Buffer }
  | { readonly kind: 'cut-off' };

/** Finds how a PDF ends, and removes what follows: some portals put a web page or other bytes there. */
export function endOf(file: Buffer): PdfEnd {
  const mark = file.lastIndexOf(END_MARK);
  if (mark !== -1 && !hasObjectAfter(file, mark))
    return { kind: 'marked', file: file.subarray(0, mark + END_MARK.length) };
  const table = file.lastIndexOf(WHERE_OBJECTS_ARE);
  return table !== -1 && !hasObjectAfter(file, table) ? { kind: 'unmarked', file } : { kind: 'cut-off' };
}

function hasObjectAfter(file: Buffer, start: number): boolean {
  for (let at = file.indexOf('obj', start); at !== -1; at = file.indexOf('obj', at + 1)) {
    const before = file.toString('latin1', Math.max(start, at - OBJECT_NUMBER_CHARS), at);
    if (OBJECT_NUMBER.test(before)) return true;
  }
  return false;
}
