import { expect, test } from 'vitest';
import { blocksOf, firstCommands, whyLeftOut } from './pages.ts';

test('each page has commands, and a line that is left out has a reason', () => {
  const lines = ['docs/deploy.md', 'docs/upgrade.md'].flatMap((page) =>
    blocksOf(page, 'sh').flatMap((block) => block.lines),
  );
  expect(lines).toContain('npm run build');
  expect(lines.filter((line) => line.endsWith('\\'))).toEqual([]);
  expect(
    lines.filter((line) => /^(apt-get|certbot|docker|kubectl) /.test(line) && !whyLeftOut(line)),
  ).toEqual([]);
  expect(whyLeftOut('npm run build')).toBeUndefined();
  expect(blocksOf('docs/deploy.md', 'sql').length).toBeGreaterThan(0);
  expect(firstCommands()).toEqual(['npm run demo', 'npm start', 'npm test', 'npm run dev', 'npm run check']);
});
