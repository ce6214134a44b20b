import { useLayoutEffect } from 'react';
import { tenant } from '#tenant/tenant.ts';

/** False for the first page of a visit, which keeps the browser's own focus and scroll position. */
let hasArrived = false;

/** The title of a page in the browser's tab. */
export function pageTitle(heading: string): string {
  return `${heading} – ${tenant.shortName} graduate application`;
}

/**
 * Sets the title in the browser's tab, which screen readers announce. After a change of page, scrolls to the top and
 * focuses the heading.
 */
export function usePageTitle(title: string): void {
  // Before the page is painted, so that a press hits what the applicant sees.
  useLayoutEffect(() => {
    document.title = pageTitle(title);
    if (hasArrived && location.hash === '') {
      scrollTo(0, 0);
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
    hasArrived = true;
  }, [title]);
}
