/** Width and height in points, upright as a reader shows them. */
export type Size = readonly [width: number, height: number];

/** The paper that a page of an attached document is printed on, and the size of the page in its middle. */
export interface Sheet {
  readonly paper: Size;
  readonly page: Size;
}

const LETTER: Size = [612, 792];
const A4: Size = [595.28, 841.89];
const A4_ASPECT = 841.89 / 595.28;
const A4_ASPECT_SLACK = 0.012;
/** Room above a page for its title, and as much below it for the running foot. */
const STRIP_PT = 32;
const SIDE_PT = 12;

/** Returns A4 for a page with its proportions, else Letter; landscape for a wide page. */
export function paperFor([width, height]: Size): Size {
  const aspect = Math.max(width, height) / Math.min(width, height);
  const [short, long] = Math.abs(aspect - A4_ASPECT) < A4_ASPECT_SLACK ? A4 : LETTER;
  return width > height ? [long, short] : [short, long];
}

/** Puts a page on paper: as it is if it is small enough, else reduced until its title and the foot have room. */
export function sheetFor(size: Size): Sheet {
  const paper = paperFor(size);
  const scale = Math.min(1, (paper[0] - 2 * SIDE_PT) / size[0], (paper[1] - 2 * STRIP_PT) / size[1]);
  return { paper, page: [size[0] * scale, size[1] * scale] };
}
