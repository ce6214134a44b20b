import { useEffect } from 'react';
import { tenant } from '#tenant/tenant.ts';

/** The page that a visit begins with keeps the browser's own focus and scroll position. */
let hasArrived = false;

/** The name of a page in the browser's tab. */
export function pageTitle(heading: string): string {
  return `${heading} – ${tenant.shortName} graduate application`;
}

/**
 * Names the page in the browser's tab and to screen readers. Coming from another page, the applicant is put
 * at its top, with the focus on its heading.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title);
    if (hasArrived && location.hash === '') {
      scrollTo(0, 0);
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
    hasArrived = true;
  }, [title]);
}
