import { pages } from '#form/form.ts';
import { RouteLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';

/** Offline, nobody can sign up. The form still works. */
export function OfflineNotice() {
  return (
    <Notice tone="warning">
      You are offline, so an account has to wait. Your answers are kept on this device. Go on with{' '}
      {pages.map(({ path, title }, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <RouteLink to={path}>{title}</RouteLink>
        </span>
      ))}
      .
    </Notice>
  );
}
