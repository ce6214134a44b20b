import type { ReactNode } from 'react';
import type { Element } from '#form/page.ts';

/** Handed to the elements that hold others, so that no file imports in a circle. */
export type RenderElements = (elements: readonly Element[]) => ReactNode;
