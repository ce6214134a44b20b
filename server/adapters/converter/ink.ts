const HEADER = /^P5\n(\d+) (\d+)\n255\n/;
const HEADER_MAX_BYTES = 32;
/** Of 255. Empty paper is not darker. */
const DARKEST_PAPER = 250;
/** The error that a reader may make when it reduces a picture. */
const ROUNDING = 1;

/** Splits what `pdftoppm -gray` writes into pages: one byte for each point, 255 is white. */
export function drawnPages(drawings: Buffer): readonly Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; ;) {
    const header = HEADER.exec(drawings.toString('latin1', at, at + HEADER_MAX_BYTES));
    if (header === null) return pages;
    const [{ length }, width, height] = header;
    const end = at + length + Number(width) * Number(height);
    if (end > drawings.length) return pages;
    pages.push(drawings.subarray(at + length, end));
    at = end;
  }
}

/** Returns false if all points have the same color, and it is white or nearly so. Scanned paper is never so even. */
export function hasInk(points: Buffer): boolean {
  let darkest = 255;
  let lightest = 0;
  // Not `for … of`, which takes ten times as long for the millions of points of a picture.
  for (let index = 0; index < points.length; index += 1) {
    const point = points[index] ?? darkest;
    if (point < darkest) darkest = point;
    if (point > lightest) lightest = point;
    if (darkest < DARKEST_PAPER || lightest - darkest > ROUNDING) return true;
  }
  return false;
}
