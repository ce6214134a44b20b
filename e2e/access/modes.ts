import type { Page } from 'playwright/test';
import { drawn } from './drawn.ts';

const widths = [320, 390, 768, 1280];
const colors = ['light', 'dark', 'forced'] as const;

/** The width of the window in px, and the colors that the person prefers. 320 px is 1280 px at 400 %. */
interface Mode {
  readonly width: number;
  readonly color: (typeof colors)[number];
}

export const modes: readonly Mode[] = colors.flatMap((color) => widths.map((width) => ({ width, color })));

/** One mode for each state. The modes take turns, so that each is used. */
export function modeInTurn(index: number): Mode {
  const width = widths[index % widths.length] ?? 0;
  return { width, color: colors[index % colors.length] ?? 'light' };
}

export async function takeMode(page: Page, { width, color }: Mode): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({
    colorScheme: color === 'dark' ? 'dark' : 'light',
    forcedColors: color === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await drawn(page);
}
