import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly name: string;
  readonly content: Readable | Buffer;
  /** PDFs are compressed already. */
  readonly isCompressed: boolean;
}

/**
 * Streams a ZIP. The next entry is asked for once the one before is written, and a slow reader holds everything back, so
 * that one entry is in memory. When the reader goes away, no further entry is asked for. A fault cuts the ZIP short,
 * which every program notices.
 */
export function zipOf(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.once('error', (error) => output.destroy(error));
  void write().catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('No ZIP.')),
  );
  return output;

  async function write(): Promise<void> {
    for await (const { name, content, isCompressed } of entries) {
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
      if (output.destroyed) return void source.destroy();
      const stop = () => source.destroy();
      output.once('close', stop);
      zip.addReadStream(source, name, { compress: isCompressed, mode: 0o100600 });
      await finished(source);
      output.off('close', stop);
    }
    zip.end();
  }
}
