import { follow, listOf, type Dictionary } from './pdf-objects.ts';

/** A rectangle in the units of its page. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

const LETTER: Box = [0, 0, 612, 792];
const DECIMALS = 4;

/** Returns the part of a page that readers show. */
export function visibleBox(page: Dictionary, objects: Dictionary): Box {
  const media = boxOf(page['/MediaBox'], objects) ?? LETTER;
  const crop = boxOf(page['/CropBox'], objects) ?? media;
  const both: Box = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  return hasArea(both) ? both : media;
}

/** Returns a box with its corners in order, or `undefined` for anything else. */
export function boxOf(value: unknown, objects: Dictionary): Box | undefined {
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN, d = Number.NaN] = listOf(value, objects).map(
    (corner) => Number(follow(corner, objects)),
  );
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return hasArea(box) ? box : undefined;
}

export function scaled([left, bottom, right, top]: Box, factor: number): Box {
  return rounded([left * factor, bottom * factor, right * factor, top * factor]);
}

/** Returns a box of this size around the same middle. */
export function aroundMiddle([left, bottom, right, top]: Box, width: number, height: number): Box {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return rounded([x - width / 2, y - height / 2, x + width / 2, y + height / 2]);
}

export function touches(one: Box, other: Box): boolean {
  return one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];
}

function hasArea([left, bottom, right, top]: Box): boolean {
  return right - left > 0 && top - bottom > 0;
}

/** PDF has no numbers such as `1e-7`. */
function rounded([left, bottom, right, top]: Box): Box {
  const round = (value: number) => Number(value.toFixed(DECIMALS));
  return [round(left), round(bottom), round(right), round(top)];
}
