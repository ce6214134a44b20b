import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const DIST = path.resolve(import.meta.dirname, '../../dist');
/** As browsers count the headers of a file in its `transferSize`. */
const HEADER_BYTES = 300;

interface BuiltFile {
  readonly name: string;
  /** Compressed, with its headers. */
  readonly bytes: number;
}

/** The scripts and style sheets that a first visit to About You requests, as the build names them. */
export function firstVisitFiles(): readonly BuiltFile[] {
  const page = readFileSync(path.join(DIST, 'about.html'), 'utf8').replaceAll(
    /<link [^>]*"text\/plain"[^>]*>/g,
    '',
  );
  const named = [...page.matchAll(/"\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  return [...new Set(named)].map((name) => ({ name, bytes: bytesOf(`assets/${name}`) + HEADER_BYTES }));
}

/** The bytes of a built file as it is sent. */
export function bytesOf(file: string): number {
  const whole = path.join(DIST, file);
  return (statSync(`${whole}.br`, { throwIfNoEntry: false }) ?? statSync(whole)).size;
}

/** What the worker fetches once the page is at rest. */
export function precachedFiles(): readonly BuiltFile[] {
  const worker = readFileSync(path.join(DIST, 'sw.js'), 'utf8');
  const names = [...worker.matchAll(/"url":\s*"([^"]+)"/g)].map(([, name = '']) => name);
  return names.map((name) => ({ name, bytes: bytesOf(name) }));
}
