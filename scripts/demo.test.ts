import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'demo-'));

test(
  'the demo prints a form, a mailbox, an application, the office list and a login, and all of them work',
  { tags: 'long' },
  async () => {
    const demo = spawn(process.execPath, ['scripts/demo-server.ts'], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let printed = '';
      for await (const chunk of demo.stdout) {
        printed += String(chunk);
        if (printed.includes('Ctrl-C')) break;
      }
      const address = (name: string) =>
        new URL(new RegExp(`^${name} +(http\\S+)$`, 'm').exec(printed)?.[1] ?? '');

      const form = await fetch(address('Form'));
      expect(form.status).toBe(200);
      // The mail waits for its PDF.
      const mails = async () => (await fetch(address('Mailbox'))).text();
      await expect.poll(mails, { timeout: 60_000 }).toContain('grace.murray@applicant.example');
      const { origin, searchParams } = address('One application');
      const application = await fetch(`${origin}/service/tmp-pdf?${searchParams.toString()}`);
      expect(await application.json()).toMatchObject({ answer: { first_name: 'Grace' } });
      const [, username = ''] = /log in as (\S+)\.$/m.exec(printed) ?? [];
      const [, password = ''] = /password is (\S+)\.$/m.exec(printed) ?? [];
      const login = await fetch(new URL('/public/login', origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      expect(login.status).toBe(200);
      const cookiesOf = ({ headers }: Response) =>
        headers
          .getSetCookie()
          .map((line) => line.split(';', 1)[0])
          .join('; ');
      const door = await fetch(address('Office'), { redirect: 'manual' });
      const enter = { method: 'POST', redirect: 'manual', headers: { cookie: cookiesOf(door) } } as const;
      const cookie = cookiesOf(await fetch(new URL('/office/enter', origin), enter));
      const list = await fetch(new URL('/office', origin), { headers: { cookie } });
      expect(await list.text()).toContain('Murray');
      expect(printed).toMatch(/Form.+Mailbox.+Office.+One application.+\b2 of 30\n.+\b30 of 30\n/s);
    } finally {
      demo.kill();
      await once(demo, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
