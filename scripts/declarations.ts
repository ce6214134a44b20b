import { readdirSync, readFileSync } from 'node:fs';
import { collegePrefixes } from '#form/keys.ts';

const FORM = 'src/form';
const declaration =
  /\b(?:text|textarea|date|month|phone|ssn|select|radio|checkbox|file|stamp)\(\s*(?:'([^']+)'|`([^`]+)`)/g;

/** The prefixes that the questions of a group have. In other files, a placeholder in a template matches any text. */
const prefixesOf: Readonly<Record<string, readonly string[]>> = {
  'groups/address.ts': ['', 'employer_'],
  'groups/college.ts': collegePrefixes,
};

function declares(
  file: string,
  literal: string | undefined,
  template: string | undefined,
  key: string,
): boolean {
  if (template === undefined) return literal === key;
  const prefixes = prefixesOf[file];
  if (prefixes !== undefined) return prefixes.some((prefix) => template.replace(/\$\{\w+\}/, prefix) === key);
  return new RegExp(`^${template.replaceAll(/\$\{\w+\}/g, '.+')}$`).test(key);
}

/** Where a key's question is declared, as `file:line`. More or less than one entry means that something is wrong. */
export function declarationsOf(key: string): readonly string[] {
  const files = readdirSync(FORM, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  return files.flatMap((file) => {
    const source = readFileSync(`${FORM}/${file}`, 'utf8');
    return [...source.matchAll(declaration)]
      .filter(([, literal, template]) => declares(file, literal, template, key))
      .map(({ index }) => `${FORM}/${file}:${source.slice(0, index).split('\n').length}`);
  });
}
