import { useEffect } from 'react';
import { tenant } from '#tenant/tenant.ts';

/** Names the page in the browser's tab and to screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${tenant.shortName} graduate application`;
  }, [title]);
}
