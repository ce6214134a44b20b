import { dictionaryOf, isReference, type Dictionary } from './pdf-objects.ts';

/** Far more than drawing programs and printers nest, and few enough to stop a bomb of ten calls on each level. */
const MAX_LEVELS = 8;

/**
 * Returns true if drawings are nested in drawings too deeply, or in themselves: forms, tiling patterns, the letters of
 * Type 3 fonts and soft masks. Each level can draw the next one many times, so a small file can be endless to draw.
 *
 * A level is a dictionary of resources, not a drawing. Many programs give each drawing the resources of its page, which
 * contain the drawing itself, but do not draw it again.
 */
export function isTooNested(objects: Dictionary): boolean {
  const levels = new Map<string, number>();
  const path = new Set<string>();

  /** Returns the levels from here down. More than `MAX_LEVELS` if there is no end. */
  function levelsFrom(resources: unknown): number {
    const key = keyOf(resources);
    const known = levels.get(key);
    if (known !== undefined) return known;
    if (path.has(key) || path.size > MAX_LEVELS) return MAX_LEVELS + 1;
    path.add(key);
    let deepest = 0;
    for (const inner of resourcesWithin(dictionaryOf(resources, objects), objects)) {
      if (keyOf(inner) !== key) deepest = Math.max(deepest, levelsFrom(inner));
      if (deepest > MAX_LEVELS) break;
    }
    path.delete(key);
    levels.set(key, deepest + 1);
    return deepest + 1;
  }

  return Object.keys(objects).some((id) => {
    const resources = dictionaryOf(id.replace(/^obj:/, ''), objects)?.['/Resources'];
    return resources !== undefined && levelsFrom(resources) > MAX_LEVELS;
  });
}

/** Returns the resources of the drawings that these resources name. */
function resourcesWithin(resources: Dictionary | undefined, objects: Dictionary): unknown[] {
  const named = (kind: string) =>
    Object.values(dictionaryOf(resources?.[kind], objects) ?? {}).map((value) =>
      dictionaryOf(value, objects),
    );
  const masks = named('/ExtGState').map((state) =>
    dictionaryOf(dictionaryOf(state?.['/SMask'], objects)?.['/G'], objects),
  );
  const drawings = [...named('/XObject'), ...named('/Pattern'), ...named('/Font'), ...masks];
  return drawings.flatMap((drawing) => drawing?.['/Resources'] ?? []);
}

function keyOf(resources: unknown): string {
  return isReference(resources) ? resources : JSON.stringify(resources);
}
