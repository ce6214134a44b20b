import { EMBEDDED, LINKED } from './docx-refusals.ts';
import type { Refusal } from './outcome.ts';
import { attributesOf } from './xml-attributes.ts';

/** The relationships of a part, by their ids. */
export interface Links {
  readonly kept: ReadonlySet<string>;
  /** The relationships that cleaning removes although they lead to something. */
  readonly lost: ReadonlySet<string>;
}

/** Elements that show what a relationship leads to. */
const SHOWN =
  /<(?:[^\s<>/:]+:)?(altChunk|subDoc|sourceFileName|blip|imagedata|fill|stroke|OLEObject|control)(?=[\s/>])(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;
/** Where objects begin and end. They contain a picture of themselves, which viewers show. */
const OBJECT_BORDER = /<\/?(?:[^\s<>/:]+:)?(?:object|pict)(?=[\s/>])/;

/** Returns why a part's pages would lack something that viewers show, once its lost relationships are gone. */
export function missingContent(xml: string, { kept, lost }: Links): Refusal | undefined {
  if (lost.size === 0) return undefined;
  for (const object of xml.split(OBJECT_BORDER)) {
    const tags = [...object.matchAll(SHOWN)].map(([tag, name = '']) => ({
      name,
      attributes: attributesOf(tag),
    }));
    const leads = (attributes: ReadonlyMap<string, string>, to: ReadonlySet<string>) =>
      [...attributes].some(([name, value]) => name.includes(':') && to.has(value));
    const hasPicture = tags.some(({ name, attributes }) => name === 'imagedata' && leads(attributes, kept));
    for (const { name, attributes } of tags.filter((tag) => leads(tag.attributes, lost))) {
      switch (name) {
        case 'altChunk':
          return EMBEDDED;
        case 'OLEObject':
        case 'control':
          // A whole file, which is shown only as its icon.
          if (!hasPicture || attributes.get('DrawAspect') === 'Icon') return EMBEDDED;
          break;
        default:
          if (!leads(attributes, kept)) return LINKED;
      }
    }
  }
  return undefined;
}
