import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { connect, type Driver, heard, type Tab, WINDOW } from './driver.ts';

/** Whole builds of Chromium in an npm package, by its version, and what the package's file must be. */
const BUILDS = {
  '92.0.0': 'xCFop83v5gXKQTDGNfzj84F4f9QZkY9eShTu1pbWYOPB6wJNw9YgoX56zeVeRD7VL9AVwiS9VS9tgShnc5uR2g==',
  '103.0.0': 'tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
  '109.0.6': '9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==',
};
export type OldVersion = keyof typeof BUILDS;

const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/old-chromium');
const BACKSPACE = '\uE003';
const run = promisify(execFile);

/** Fetches and unpacks this version, unless an earlier run has. */
export async function fetchOldChromium(version: OldVersion): Promise<void> {
  if (existsSync(path.join(CACHE, version))) return;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(path.join(CACHE, 'fetched-'));
  try {
    const fetched = ['pack', '--silent', '--fetch-retries=0', `@sparticuz/chromium@${version}`];
    const { stdout } = await run('npm', fetched, { cwd: folder }).catch(() => {
      throw new Error(`The npm registry did not give Chromium ${version}.`);
    });
    const archive = path.join(folder, stdout.trim());
    const hash = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (hash !== BUILDS[version]) throw new Error(`${archive} is another file than before.`);
    await run('tar', ['-xzf', archive, '-C', folder]);
    const unpacked = async (name: string) =>
      brotliDecompressSync(await readFile(path.join(folder, 'package/bin', `${name}.br`)));
    for (const name of ['aws.tar', 'swiftshader.tar']) {
      await writeFile(path.join(folder, name), await unpacked(name));
      await run('tar', ['-xf', path.join(folder, name), '-C', path.join(folder, 'package')]);
    }
    await writeFile(path.join(folder, 'package/chromium'), await unpacked('chromium'), { mode: 0o755 });
    await rm(path.join(folder, 'package/bin'), { recursive: true });
    await rename(path.join(folder, 'package'), path.join(CACHE, version)).catch((error: unknown) => {
      // Another worker may have been faster.
      if (!existsSync(path.join(CACHE, version))) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts an old Chromium, and speaks its own protocol with it: Playwright's client is newer than that. */
export async function startOldChromium(version: OldVersion): Promise<Driver> {
  const profile = await mkdtemp(path.join(tmpdir(), 'old-chromium-'));
  const home = path.join(CACHE, version);
  const env = { ...process.env, LD_LIBRARY_PATH: `${home}:${path.join(home, 'lib')}` };
  const flags = ['--headless', '--no-sandbox', '--no-zygote', '--disable-gpu', '--remote-debugging-port=0'];
  const program = spawn(path.join(home, 'chromium'), [...flags, `--user-data-dir=${profile}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [, address = ''] = await heard(program, /DevTools listening on (ws:\S+)/);
  const loads = new Map<string, () => void>();
  const send = await connect(address, ({ method, sessionId }) => {
    if (method === 'Page.loadEventFired') loads.get(sessionId)?.();
    if (method === 'Page.javascriptDialogOpening')
      void send('Page.handleJavaScriptDialog', { accept: true }, { sessionId });
  });
  const { product } = await send('Browser.getVersion');
  // Without a keyring, 103 and 109 end their network process when they write cookies to a disk, and lose them all.
  const { browserContextId } = await send('Target.createBrowserContext');

  const newTab = async (): Promise<Tab> => {
    const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const inTab = (method: string, params?: object) => send(method, params, { sessionId });
    await inTab('Page.enable');
    await inTab('Emulation.setDeviceMetricsOverride', { ...WINDOW, deviceScaleFactor: 1, mobile: false });
    return {
      goTo: async (url) => {
        const loaded = new Promise<void>((resolve) => {
          loads.set(sessionId, resolve);
        });
        const { errorText, loaderId } = await inTab('Page.navigate', { url });
        if (errorText !== undefined) throw new Error(`${url}: ${errorText}`);
        // The same page with another hash.
        if (loaderId === undefined) await inTab('Page.reload');
        await loaded;
      },
      run: async (source, values) => {
        const { result, exceptionDetails } = await inTab('Runtime.evaluate', {
          expression: `(async () => JSON.stringify(await (${source})(...${JSON.stringify(values)})))()`,
          awaitPromise: true,
          returnByValue: true,
          userGesture: true,
        });
        if (exceptionDetails !== undefined)
          throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value === undefined ? undefined : JSON.parse(result.value);
      },
      click: async (x, y) => {
        await inTab('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
        for (const type of ['mousePressed', 'mouseReleased'])
          await inTab('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
      },
      type: async (keys) => {
        for (const text of keys) {
          const key =
            text === BACKSPACE ? { key: 'Backspace', windowsVirtualKeyCode: 8 } : { key: text, text };
          await inTab('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
          await inTab('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
        }
      },
      chooseFiles: async (selector, files) => {
        const { root } = await inTab('DOM.getDocument');
        const { nodeId } = await inTab('DOM.querySelector', { nodeId: root.nodeId, selector });
        await inTab('DOM.setFileInputFiles', { nodeId, files });
      },
      close: async () => {
        await send('Target.closeTarget', { targetId });
      },
    };
  };

  return {
    name: product,
    newTab,
    quit: async () => {
      // Asked to close, it may end without an answer, or not at all.
      if (program.exitCode === null && program.signalCode === null) {
        const ended = new Promise((resolve) => program.once('exit', resolve));
        program.kill('SIGKILL');
        await ended;
      }
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
