/** A kind of file that can be attached, or made into one that can. */
interface Kind {
  /** The first one is given to a file whose name has another, or none. */
  readonly endings: readonly [string, ...string[]];
  /** Endings that other programs give the same bytes. */
  readonly otherEndings?: readonly string[];
  readonly type: string;
  /** Sees the first bytes of a file as a text of one character for each byte. */
  readonly begins: RegExp;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** JPEG comes first: Safari converts a picture that is not listed to the first type that is. */
const KINDS: readonly Kind[] = [
  { endings: ['jpg', 'jpeg'], otherEndings: ['jpe', 'jfif'], type: 'image/jpeg', begins: /^\xff\xd8\xff/ },
  { endings: ['png'], type: 'image/png', begins: /^\x89PNG/ },
  { endings: ['pdf'], type: 'application/pdf', begins: /^[^]{0,1019}%PDF-/ },
  { endings: ['docx'], otherEndings: ['doc'], type: DOCX, begins: /^PK/ },
  { endings: ['heic', 'heif'], type: 'image/heic', begins: /^[^]{4}ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)/ },
  { endings: ['webp'], type: 'image/webp', begins: /^RIFF[^]{4}WEBP/ },
];

/** What a dialog for files offers, by ending and by type: many phones know only one of the two. */
export const FILE_ACCEPT: readonly string[] = KINDS.flatMap(({ endings, otherEndings = [], type }) => [
  type,
  ...[...endings, ...(type === DOCX ? [] : otherEndings)].map((ending) => `.${ending}`),
]);

const HEAD_BYTES = 1024;
/** A zip file lists its parts at its end. */
const LIST_BYTES = 65_536;
const WORD_PART = 'word/document.xml';

const ENDINGS = KINDS.flatMap(({ endings, otherEndings = [] }) => [...endings, ...otherEndings]);
const KNOWN_ENDING = new RegExp(`\\.(?:${ENDINGS.join('|')})$`, 'i');

/**
 * Returns the file under a name that says what it is, as judged by its bytes: a phone may call a photo `1000012345`,
 * and a sender may call a JPEG `.pdf`. A file of another kind, or one that cannot be read, stays as it is.
 */
export async function withTrueEnding(file: File): Promise<File> {
  const kind = await kindOf(file).catch(() => undefined);
  if (kind === undefined) return file;
  const name = file.name.toLowerCase();
  if (kind.endings.some((ending) => name.endsWith(`.${ending}`))) return file;
  return new File([file], `${file.name.replace(KNOWN_ENDING, '')}.${kind.endings[0]}`, { type: kind.type });
}

async function kindOf(file: Blob): Promise<Kind | undefined> {
  const head = await bytesOf(file.slice(0, HEAD_BYTES));
  const kind = KINDS.find(({ begins }) => begins.test(head));
  if (kind?.type !== DOCX) return kind;
  const list = await bytesOf(file.slice(Math.max(0, file.size - LIST_BYTES)));
  return list.includes(WORD_PART) ? kind : undefined;
}

async function bytesOf(part: Blob): Promise<string> {
  return Array.from(new Uint8Array(await part.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
}
