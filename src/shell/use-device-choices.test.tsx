import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ApplicationProvider } from '#application/hooks.ts';
import { freshBrowser } from '#testing/fresh-browser.ts';
import type { Tab } from '#testing/tab.ts';
import { useDeviceChoices } from './use-device-choices.tsx';

const { tabOf } = freshBrowser();

/** What the menu of this tab offers. */
function choicesOf({ app }: Tab) {
  let choices: ReturnType<typeof useDeviceChoices> | undefined;
  function Menu() {
    choices = useDeviceChoices();
    return null;
  }
  renderToString(
    <ApplicationProvider value={app}>
      <Menu />
    </ApplicationProvider>,
  );
  return choices!;
}

test('a draft that is not read yet is read before the computer becomes a shared one', async () => {
  const before = await tabOf().start();
  before.app.set('city', 'Scranton');
  await before.app.save();
  before.kill();
  const tab = tabOf();
  await tab.device.open();
  choicesOf(tab).toggleShared();
  // Storage answers in order: without the wait, the draft would be deleted by now.
  for (let reads = 0; reads < 10; reads += 1) await tab.device.read(['']);
  await tab.app.open();
  await vi.waitFor(() => expect(tab.device.isShared).toBe(true));
  expect(tab.app.get('city')).toBe('Scranton');
  tab.kill();
  expect((await tabOf().start()).app.get('city')).toBe('');
});
