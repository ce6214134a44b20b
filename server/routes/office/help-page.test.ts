import { expect, test } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { startClerk } from '#server/testing/office.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import { helpBody } from './help-page.ts';

const server = useTestServer();

test('each page says who runs the form, and leads to the words of docs/office.md', async () => {
  const desk = await startClerk(server());
  const { text } = await desk.get('/office');
  expect(text).toMatch(/<footer>.*<a href="\/office\/help">/s);
  expect(text).toContain(`href="mailto:${tenant.helpEmail}"`);
  const help = await desk.get('/office/help');
  expect(help.status).toBe(200);
  for (const heading of ['For the admissions office', 'Find', 'Read'])
    expect(help.text).toContain(`>${heading}</h`);
  // Nothing of the Markdown is left.
  expect(helpBody().text).not.toMatch(/\*\*|`|\]\(|^#|^- /m);
});

test('without a session there is no help, and no way to it', async () => {
  const { status, text } = await server().visitor().get('/office/help');
  expect(status).toBe(404);
  expect(text).not.toContain('/office/help');
});

test('signs of HTML in the words are text', () => {
  expect(helpBody('# A & B\n\n- **<b>** and `<i>`\n- [there](x.md)').text).toBe(
    '<main class="help"><h1 class="office">A &#38; B</h1><ul><li><strong>&#60;b&#62;</strong> and <code>&#60;i&#62;</code></li><li>there</li></ul></main>',
  );
});
