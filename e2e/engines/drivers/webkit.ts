import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { freePort } from '../../support/server.ts';
import { type Answer, type Driver, keyActions, mouseActions, type Tab, WINDOW } from './driver.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts WebKitGTK's small browser on a virtual screen, and speaks WebDriver with it. */
export async function startWebKit(): Promise<Driver> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(screen.stdio[3]!, 'data');
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}` };
  const program = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' });
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  const driver = `http://127.0.0.1:${port}/session`;
  const options = { binary, args: ['--automation'] };
  const { sessionId, capabilities } = await begun(driver, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const send = (method: string, path: string, body?: object) =>
    call(method, `${driver}/${sessionId}/${path}`, body);

  // All commands go to one tab at a time.
  let current: unknown;
  let line: Promise<unknown> = Promise.resolve();
  const inTab = (handle: unknown, method: string, path: string, body?: object): Promise<Answer> => {
    const turn = line.then(async () => {
      if (current !== handle) await send('POST', 'window', { handle });
      current = handle;
      return send(method, path, body);
    });
    line = turn.catch(() => undefined);
    return turn;
  };

  const tabOf = (handle: unknown): Tab => {
    const post = (path: string, body: object) => inTab(handle, 'POST', path, body);
    return {
      goTo: (url) => post('url', { url }),
      run: async (source, values) => {
        const script = `const [values, done] = arguments; (${source})(...JSON.parse(values)).then(
          (value) => done({ value: JSON.stringify(value) }), (error) => done({ error: String(error) }));`;
        const answer = await post('execute/async', { script, args: [JSON.stringify(values)] });
        if (answer.error !== undefined) throw new Error(answer.error);
        return answer.value === undefined ? undefined : JSON.parse(answer.value);
      },
      click: (x, y) => post('actions', { actions: mouseActions(x, y) }),
      type: (keys) => post('actions', { actions: keyActions(keys) }),
      chooseFiles: async (selector, files) => {
        const found = await post('element', { using: 'css selector', value: selector });
        await post(`element/${found[ELEMENT]}/value`, { text: files.join('\n') });
      },
      close: async () => {
        await inTab(handle, 'DELETE', 'window');
        current = undefined;
      },
    };
  };

  let isFirst = true;
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    newTab: async () => {
      const handle = isFirst
        ? await send('GET', 'window')
        : // Behind another tab, a page's clock stops.
          (await send('POST', 'window/new', { type: 'window' })).handle;
      if (isFirst) await send('POST', 'window/rect', WINDOW);
      isFirst = false;
      return tabOf(handle);
    },
    quit: async () => {
      await call('DELETE', `${driver}/${sessionId}`);
      for (const ended of [program, screen]) {
        ended.kill();
        await once(ended, 'exit');
      }
    },
  };
}

async function begun(driver: string, body: object): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call('POST', driver, body);
    } catch (error) {
      // The program takes a moment until it listens.
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function call(method: string, url: string, body?: object): Promise<Answer> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}
