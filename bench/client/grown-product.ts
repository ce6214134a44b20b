// The product with a longer About You page, to measure its growth beside that of its peers.
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { buildClient } from '../../scripts/build-client.ts';
import { grown, type Copy } from './form.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DECLARATION = /\/src\/form\/about-you\/about-you\.ts$/;
const DECLARED = 'export const aboutYou';

/** Builds the product with an About You page of that many questions; all else is as `npm run build` makes it. */
export async function buildGrownProduct(outDir: string, numQuestions: number): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  // Where Node finds the product's packages, and not those of its peers.
  const prerenderDir = `build/prerender-${basename(outDir)}`;
  await buildClient({
    outDir: relative(ROOT, outDir),
    prerenderDir,
    plugins: [grownAboutYou(numQuestions)],
  });
  await rm(join(ROOT, prerenderDir), { recursive: true });
}

/** Adds a new declaration of the page below the real one. The copies share its rules and lists. */
function grownAboutYou(numQuestions: number): Plugin {
  const sections = grown(numQuestions).map(
    ({ title, copies }, index) =>
      `{ id: 'section-${index + 1}', title: '${title}', elements: [${copies.map(declarationOf).join(',\n')}] }`,
  );
  return {
    name: 'grown-about-you',
    enforce: 'pre',
    transform: {
      filter: { id: DECLARATION },
      handler(code) {
        if (!code.includes(DECLARED)) throw new Error('The declaration of About You has changed.');
        return `import { questionsOnPage } from '../page.ts';
${code.replace(DECLARED, 'const asked')}
const like = Object.fromEntries(questionsOnPage(asked).map((question) => [question.key, question]));
export const aboutYou: Page = { ...asked, sections: [${sections.join(',\n')}] };`;
      },
    },
  };
}

/** A question as it is declared, with its conditions on the answers of its own round. */
function declarationOf({ of, key, keyInRound }: Copy): string {
  const { rule: _rule, ...written } = { ...of, key, options: undefined };
  const json = JSON.stringify(written, (name, value: unknown) => {
    if (name === 'valueKey') return keyInRound(String(value));
    if (name === 'fills' && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value ?? {}).map(([field, filled]) => [field, keyInRound(String(filled))]),
      );
    return value;
  });
  return `{ ...like.${of.key}, ...${json} }`;
}
