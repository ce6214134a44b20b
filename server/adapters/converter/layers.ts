import { dictionaryOf, follow, isDictionary, isReference, listOf, type Dictionary } from './pdf-objects.ts';

/** Marks each layer's object while documents are merged, because merging loses their catalogs. */
const MARK = '/AdmissionsLayer';

type State = '/ON' | '/OFF';

/** Returns the layers of a PDF by reference, and whether a viewer shows them when it opens the PDF. */
function layersOf(objects: Dictionary): ReadonlyMap<string, State> {
  const properties = dictionaryOf(dictionaryOf(rootOf(objects), objects)?.['/OCProperties'], objects);
  const config = dictionaryOf(properties?.['/D'], objects);
  const listed = (value: unknown) => listOf(value, objects).filter(isReference);
  const states = new Map<string, State>();
  const base = follow(config?.['/BaseState'], objects) === '/OFF' ? '/OFF' : '/ON';
  for (const layer of listed(properties?.['/OCGs'])) states.set(layer, base);
  for (const layer of listed(config?.['/ON'])) states.set(layer, '/ON');
  for (const layer of listed(config?.['/OFF'])) states.set(layer, '/OFF');
  for (const rule of listOf(config?.['/AS'], objects)) {
    const { '/Event': event, '/OCGs': layers } = dictionaryOf(rule, objects) ?? {};
    if (follow(event, objects) !== '/View') continue;
    for (const layer of listed(layers))
      states.set(layer, stateForView(layer, objects) ?? states.get(layer) ?? base);
  }
  return states;
}

/** Returns a layer's own entry about its use on screens. */
function stateForView(layer: string, objects: Dictionary): State | undefined {
  const usage = dictionaryOf(dictionaryOf(layer, objects)?.['/Usage'], objects);
  const state = follow(dictionaryOf(usage?.['/View'], objects)?.['/ViewState'], objects);
  return state === '/ON' || state === '/OFF' ? state : undefined;
}

/** Returns the objects of a PDF's layers with their state marked in them, by id. */
export function markedLayers(objects: Dictionary): Dictionary {
  const marked = [...layersOf(objects)].flatMap(([layer, state]) => {
    const value = dictionaryOf(layer, objects);
    return value === undefined ? [] : [[`obj:${layer}`, { value: { ...value, [MARK]: state } }]];
  });
  return Object.fromEntries(marked);
}

/** Returns the marked layers of a merged PDF without their marks, and the entry of its catalog that hides what was hidden. */
export function restoredLayers(objects: Dictionary): {
  readonly layers: Dictionary;
  readonly entry: Dictionary;
} {
  const layers: Dictionary = {};
  const all: string[] = [];
  const hidden: string[] = [];
  for (const id of Object.keys(objects)) {
    const layer = id.replace(/^obj:/, '');
    const { [MARK]: state, ...value } = dictionaryOf(layer, objects) ?? {};
    if (state === undefined) continue;
    layers[id] = { value };
    all.push(layer);
    if (state === '/OFF') hidden.push(layer);
  }
  if (all.length === 0) return { layers, entry: {} };
  const config = { '/BaseState': '/ON', '/OFF': hidden };
  return { layers, entry: { '/OCProperties': { '/OCGs': all, '/D': config } } };
}

/** Returns the reference to the catalog. */
export function rootOf({ trailer }: Dictionary): unknown {
  return isDictionary(trailer) && isDictionary(trailer['value']) ? trailer['value']['/Root'] : undefined;
}
