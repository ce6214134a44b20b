import {
  dictionariesIn,
  dictionaryOf,
  follow,
  isReference,
  listOf,
  rootOf,
  type Dictionary,
} from './pdf-objects.ts';

/** Bits of an annotation's flags. */
const HIDDEN = 2;
const PRINTED = 4;
const NOT_ON_SCREEN = 32;

/** Which of a PDF's layers its readers show on a screen. */
export interface Layers {
  /** Such as `1 0 R`. */
  readonly catalogId: string;
  readonly catalog: Dictionary;
  /** The catalog's entry for layers, without conditions. */
  readonly properties: Dictionary;
}

/**
 * Returns the layers of a PDF that hides something. Its catalog tells what is hidden, so the hidden parts would appear
 * once pages are copied into another document. `undefined` if the PDF looks the same without its layers.
 *
 * @see ISO 32000-2, 8.11.4
 */
export function hiddenLayers(objects: Dictionary): Layers | undefined {
  const catalogId = rootOf(objects);
  if (!isReference(catalogId)) return undefined;
  const catalog = dictionaryOf(catalogId, objects) ?? {};
  const properties = dictionaryOf(catalog['/OCProperties'], objects);
  if (properties === undefined) return undefined;
  const layers = referencesIn(properties['/OCGs'], objects);
  const hidden = hiddenAmong(layers, dictionaryOf(properties['/D'], objects) ?? {}, objects);
  if (hidden.size === 0 && ![...dictionariesIn(objects)].some((each) => canHide(each, objects)))
    return undefined;
  const setting = { '/BaseState': '/ON', '/OFF': [...hidden] };
  return { catalogId, catalog, properties: { '/OCGs': layers, '/D': setting } };
}

function hiddenAmong(layers: readonly string[], setting: Dictionary, objects: Dictionary): Set<string> {
  const isOff = follow(setting['/BaseState'], objects) === '/OFF';
  const hidden = new Set(isOff ? layers : []);
  for (const layer of referencesIn(setting['/ON'], objects)) hidden.delete(layer);
  for (const layer of referencesIn(setting['/OFF'], objects)) hidden.add(layer);
  for (const use of listOf(setting['/AS'], objects)) {
    const event = dictionaryOf(use, objects);
    if (event === undefined || follow(event['/Event'], objects) !== '/View') continue;
    for (const layer of referencesIn(event['/OCGs'], objects)) {
      const view = dictionaryOf(
        dictionaryOf(dictionaryOf(layer, objects)?.['/Usage'], objects)?.['/View'],
        objects,
      );
      const state = follow(view?.['/ViewState'], objects);
      if (state === '/OFF') hidden.add(layer);
      if (state === '/ON') hidden.delete(layer);
    }
  }
  return hidden;
}

/** Returns true for a condition that can hide something while all layers are shown. */
function canHide(condition: Dictionary, objects: Dictionary): boolean {
  return follow(condition['/Type'], objects) === '/OCMD' && ('/VE' in condition || '/P' in condition);
}

/** Returns an annotation so that a program that prints draws it like one that shows it on a screen. */
export function annotationOnScreen(annotation: Dictionary, objects: Dictionary): Dictionary {
  const flags = Number(follow(annotation['/F'], objects) ?? 0);
  return { ...annotation, '/F': (flags & (HIDDEN | NOT_ON_SCREEN)) === 0 ? flags | PRINTED : flags | HIDDEN };
}

function referencesIn(value: unknown, objects: Dictionary): string[] {
  return listOf(value, objects).filter(isReference);
}
