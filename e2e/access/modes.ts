import type { Page } from 'playwright/test';
import { drawn } from './drawn.ts';

const widths = [320, 390, 768, 1280];
const colours = ['light', 'dark', 'forced'] as const;

/** The width of the window in px, and the colors that the person prefers. 320 px is 1280 px at 400 %. */
interface Mode {
  readonly width: number;
  readonly colour: (typeof colours)[number];
}

export const modes: readonly Mode[] = colours.flatMap((colour) => widths.map((width) => ({ width, colour })));

/** One mode for each state. The modes take turns, so that each is used. */
export function modeInTurn(index: number): Mode {
  const width = widths[index % widths.length] ?? 0;
  return { width, colour: colours[index % colours.length] ?? 'light' };
}

export async function takeMode(page: Page, { width, colour }: Mode): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({
    colorScheme: colour === 'dark' ? 'dark' : 'light',
    forcedColors: colour === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await drawn(page);
}
