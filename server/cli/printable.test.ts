import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { printable } from './printable.ts';
import { runAdmin, startServer } from '#server/testing/process.ts';
import { PASSWORD } from '#server/testing/test-server.ts';

const RAW = String.raw;
const HOSTILE = '\u001b[2J\u009b31m\r\u202Eada';

test.each([
  { what: 'an escape sequence', text: '\u001b[2J', shown: RAW`\u001b[2J` },
  { what: 'a sequence of one byte', text: '\u009b31m', shown: RAW`\u009b31m` },
  { what: 'a title of the window', text: '\u001b]0;x\u0007', shown: RAW`\u001b]0;x\u0007` },
  { what: 'a backspace and a delete', text: 'a\b\u007f', shown: RAW`a\u0008\u007f` },
  { what: 'a return to the beginning of the line', text: 'yes\rno', shown: RAW`yes\u000dno` },
  { what: 'a direction that is overridden', text: '\u202Efdp.exe\u202C', shown: RAW`\u202efdp.exe\u202c` },
  { what: 'an isolated direction', text: '\u2066a\u2069', shown: RAW`\u2066a\u2069` },
  { what: 'a separator of lines', text: 'a\u2028b', shown: RAW`a\u2028b` },
])('$what is shown, not done', ({ text, shown }) => {
  expect(printable(text)).toBe(shown);
  expect(JSON.parse(printable(JSON.stringify({ text })))).toEqual({ text });
});

test.each(['Nguyễn Thị 李小明 محمد 👩‍🎓', 'a\tb\nc', '"a","b"\r\n', RAW`C:\u001b`])('%j stays', (text) => {
  expect(printable(text)).toBe(text);
});

test(
  'no command sends a terminal raw text that an applicant has entered or an operator has pasted',
  { tags: 'long' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'admissions-printable-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = startServer(folder);
    const address = await server.address();
    const send = (method: string, path: string, body: object, cookie = '') =>
      fetch(address + path, {
        method,
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
    const username = 'ada@example.com';
    await send('POST', '/public/signup', { username, password: PASSWORD });
    const code = await vi.waitFor(() => {
      const mails = readdirSync(join(folder, 'mail')).filter((name) => name.endsWith('.eml'));
      const text = readFileSync(join(folder, 'mail', mails[0] ?? ''), 'utf8');
      return /code is (\d{6})/.exec(text)?.[1] ?? expect.fail('The mail is not there yet.');
    }, 20_000);
    await send('POST', '/public/confirm', { username, code });
    const { headers } = await send('POST', '/public/login', { username, password: PASSWORD });
    const cookie = headers.getSetCookie().map((one) => one.split(';', 1)[0]);
    const saved = await send(
      'PUT',
      '/api/answer',
      { answers: { employ_experience: HOSTILE } },
      cookie.join('; '),
    );
    expect(saved.status).toBe(200);

    const show = await runAdmin(folder, 'show', username);
    const told = await Promise.all([
      runAdmin(folder, 'export'),
      runAdmin(folder, 'export', '--csv'),
      runAdmin(folder, 'show', `${HOSTILE}@example.com`),
      runAdmin(folder, HOSTILE),
      runAdmin(folder, 'list', `--${HOSTILE}`),
    ]);
    await server.stop();

    expect(JSON.parse(show.stdout)).toMatchObject({ answer: { employ_experience: HOSTILE } });
    for (const { stdout, stderr } of [show, ...told]) {
      expect(stdout + stderr).toMatch(/\\u001b\[2J\\u009b31m(\\r|\\u000d)\\u202eada/);
      expect(stdout + stderr).not.toMatch(/(?![\t\n]|\r\n)[\p{Cc}\u202E]/u);
    }
  },
);
