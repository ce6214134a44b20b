import { readFileSync } from 'node:fs';

const quarantine: object = JSON.parse(
  readFileSync(new URL('../../scripts/quarantine.json', import.meta.url), 'utf8'),
);

/** Matches every title that is not in quarantine. */
export function notInQuarantine(titles = Object.keys(quarantine)): RegExp {
  const escaped = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.map((title) => `(?!.*${title})`).join('')}`);
}
