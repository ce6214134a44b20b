const KB = 1024;
const MB = KB * KB;

/** A size in words, such as "640 KB". */
export function sizeText(bytes: number): string {
  if (bytes < KB) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < MB) return `${Math.min(1023, Math.round(bytes / KB))} KB`;
  return `${(bytes / MB).toFixed(1).replace(/\.0$/u, '')} MB`;
}
