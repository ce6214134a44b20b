import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type Driver, heard, keyActions, mouseActions, type Tab, WINDOW } from './driver.ts';

/** Starts Firefox and speaks WebDriver BiDi with it, which Firefox supports without a driver. */
export async function startFirefox(): Promise<Driver> {
  const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'));
  // A page that asks before it is left would wait for an answer, which Firefox 140 does not give by itself.
  await writeFile(path.join(profile, 'user.js'), 'user_pref("dom.disable_beforeunload", true);\n');
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile];
  const program = spawn('firefox-esr', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [, address] = await heard(program, /WebDriver BiDi listening on (ws:\S+)/);
  const send = await connect(`${address}/session`);
  const { capabilities } = await send('session.new', { capabilities: {} });

  const newTab = async (): Promise<Tab> => {
    const { context } = await send('browsingContext.create', { type: 'tab' });
    await send('browsingContext.setViewport', { context, viewport: WINDOW });
    const perform = async (actions: readonly object[]) => {
      await send('browsingContext.activate', { context });
      await send('input.performActions', { context, actions });
    };
    return {
      goTo: async (url) => {
        await send('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      run: async (source, values) => {
        const called = await send('script.callFunction', {
          functionDeclaration: `async (values) => JSON.stringify(await (${source})(...JSON.parse(values)))`,
          arguments: [{ type: 'string', value: JSON.stringify(values) }],
          target: { context },
          awaitPromise: true,
          userActivation: true,
        });
        if (called.type !== 'success') throw new Error(called.exceptionDetails.text);
        return called.result.value === undefined ? undefined : JSON.parse(called.result.value);
      },
      click: (x, y) => perform(mouseActions(x, y)),
      type: (keys) => perform(keyActions(keys)),
      chooseFiles: async (selector, files) => {
        const locator = { type: 'css', value: selector };
        const { nodes } = await send('browsingContext.locateNodes', { context, locator });
        await send('input.setFiles', { context, element: { sharedId: nodes[0].sharedId }, files });
      },
      print: async () => Buffer.from((await send('browsingContext.print', { context })).data, 'base64'),
      close: async () => {
        await send('browsingContext.close', { context });
      },
    };
  };

  return {
    name: `Firefox ${capabilities.browserVersion}`,
    newTab,
    quit: async () => {
      const ended = new Promise((resolve) => program.once('exit', resolve));
      await send('browser.close');
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}
