import type { State } from './state.ts';
import { cardStates } from './states/cards.ts';
import { copyStates } from './states/copies.ts';
import { fileStates } from './states/files.ts';
import { formStates } from './states/form.ts';
import { overlayStates } from './states/overlays.ts';

/** Every state of the product that is designed, scanned and pictured. */
export const states: readonly State[] = [
  ...formStates,
  ...cardStates,
  ...fileStates,
  ...copyStates,
  ...overlayStates,
];
