import { readFileSync } from 'node:fs';
import { html, type Html } from '#server/adapters/html.ts';

/** The words are kept in one place: the page for the office in the documentation. */
const WORDS = new URL('../../../docs/office.md', import.meta.url);
const MARKED = /(\*\*[^*]+\*\*|`[^`]+`|\[[^[\]]+\]\([^()]+\))/;

/** The help of the office. Only our own words are read here, and of Markdown only what they use. */
export function helpBody(words = readFileSync(WORDS, 'utf8')): Html {
  return html`<main class="help">${words
    .trim()
    .split(/\n{2,}/)
    .map(blockOf)}</main>`;
}

function blockOf(block: string): Html {
  // The pictures are of these pages.
  if (block.startsWith('![')) return html``;
  if (block.startsWith('# ')) return html`<h1 class="office">${inline(block.slice(2))}</h1>`;
  if (block.startsWith('## ')) return html`<h2>${inline(block.slice(3))}</h2>`;
  if (!block.startsWith('- ')) return html`<p>${inline(block)}</p>`;
  const points = block.slice(2).split(/\n- /);
  return html`<ul>${points.map((point) => html`<li>${inline(point)}</li>`)}</ul>`;
}

function inline(text: string): readonly Html[] {
  return text.split(MARKED).map((part) => {
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
    if (/^`.+`$/s.test(part)) return html`<code>${part.slice(1, -1)}</code>`;
    return html`${part.replace(/^\[([^[\]]+)\]\([^()]+\)$/, '$1')}`;
  });
}
