const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
/** Far more than any file or part of a table. A damaged length cannot make us allocate more. */
const ENTRY_MAX_BYTES = 256 * 1024 * 1024;

export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** The bytes are not a tar that we wrote. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

/** Returns an entry with its header, padded to whole blocks (ustar). */
export function tarBytes({ name, content }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  const [prefix, base] = splitName(name);
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'latin1');
  header.write(base, 0, 'utf8');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(content.length, 124, 12);
  octal(0, 136, 12);
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345, 'utf8');
  // Unlike all other numbers, this one ends with a NUL and a blank.
  octal(checksumOf(header), 148, 7);
  header.write(' ', 155, 'latin1');
  return Buffer.concat([header, content, Buffer.alloc(paddingOf(content.length))]);
}

/** Two empty blocks end a tar. */
export const tarEnd: Buffer = Buffer.alloc(2 * BLOCK_BYTES);

/**
 * Yields the entries of a tar one at a time, each with its raw bytes.
 *
 * @throws {TarError} for anything that `tarBytes` would not have written
 */
export async function* readTar(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<TarEntry & { readonly bytes: Buffer }> {
  const reader = new ByteReader(source);
  for (;;) {
    const header = await reader.take(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) return;
    const size = octalAt(header, 124, 12);
    if (octalAt(header, 148, 8) !== checksumOf(header)) throw new TarError('A header is damaged.');
    if (size > ENTRY_MAX_BYTES) throw new TarError('An entry is too large.');
    const prefix = textAt(header, 345, PREFIX_BYTES);
    const base = textAt(header, 0, NAME_BYTES);
    const body = await reader.take(size + paddingOf(size));
    yield {
      name: prefix === '' ? base : `${prefix}/${base}`,
      content: body.subarray(0, size),
      bytes: Buffer.concat([header, body]),
    };
  }
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    const parts = [this.#rest];
    let present = this.#rest.length;
    while (present < length) {
      const next = await this.#chunks.next();
      if (next.done === true) throw new TarError('It ends too early.');
      parts.push(next.value);
      present += next.value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}

function splitName(name: string): [prefix: string, base: string] {
  if (Buffer.byteLength(name) <= NAME_BYTES) return ['', name];
  const slash = name.indexOf('/', name.length - NAME_BYTES - 1);
  const [prefix, base] = [name.slice(0, slash), name.slice(slash + 1)];
  const fits =
    slash > 0 && Buffer.byteLength(prefix) <= PREFIX_BYTES && Buffer.byteLength(base) <= NAME_BYTES;
  if (!fits) throw new TarError(`The name ${name} is too long.`);
  return [prefix, base];
}

/** Returns the sum of all bytes of a header, with its own field counted as blanks. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

function textAt(header: Buffer, offset: number, length: number): string {
  const field = header.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('utf8');
}

function octalAt(header: Buffer, offset: number, length: number): number {
  const text = textAt(header, offset, length).trim();
  if (!/^[0-7]+$/.test(text)) throw new TarError('A number is damaged.');
  return Number.parseInt(text, 8);
}
