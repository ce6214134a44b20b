import { writeFile } from 'node:fs/promises';
import { expect, type TestInfo } from 'playwright/test';
import { pictureOf, printOf, unlike } from './picture.ts';
import { briefViews, papers, pictured, printed, views } from './pictured.ts';
import { type State, test } from './state.ts';
import { states } from './states.ts';

/** `npm test` compares some pictures, `npm run test:pictures` all. With `-- --update`, it replaces them. */
const extent = process.env['PICTURES'] ?? 'brief';

test.describe.configure({ timeout: 180_000 });

function stateCalled(name: string): State {
  const state = states.find((candidate) => candidate.name === name);
  if (state === undefined) throw new Error(`There is no state "${name}".`);
  return state;
}

/** Compares a screenshot with its picture. If they differ, stores the screenshot with the test's results. */
async function looksAs(name: string, seen: Buffer, info: TestInfo): Promise<readonly string[]> {
  const complaints = await unlike(seen, name, extent === 'update');
  if (complaints.length > 0) await writeFile(info.outputPath(`${name}.png`), seen);
  return complaints;
}

for (const { file, name, isBrief, sight } of pictured) {
  if (extent === 'brief' && isBrief !== true) continue;
  test(`${name}: looks as pictured @slow`, async ({ scene }, info) => {
    await stateCalled(name).bring(scene);
    const complaints: string[] = [];
    for (const view of extent === 'brief' ? briefViews : views) {
      const seen = await pictureOf(scene.page, view, sight);
      complaints.push(...(await looksAs(`${file}-${view.width}-${view.color}`, seen, info)));
    }
    expect(complaints, 'If it should look so, run: npm run test:pictures -- --update').toEqual([]);
  });
}

for (const { file, name } of extent === 'brief' ? [] : printed) {
  test(`${name}: is printed as pictured @slow`, async ({ scene }, info) => {
    await stateCalled(name).bring(scene);
    const complaints: string[] = [];
    for (const paper of papers)
      complaints.push(
        ...(await looksAs(`${file}-${paper.toLowerCase()}`, await printOf(scene.page, paper), info)),
      );
    expect(complaints, 'If it should look so, run: npm run test:pictures -- --update').toEqual([]);
  });
}
