import type { ReactNode } from 'react';
import type { Element } from '#form/page.ts';

/** Passed to the elements that hold others, to avoid circular imports. */
export type RenderElements = (elements: readonly Element[]) => ReactNode;
