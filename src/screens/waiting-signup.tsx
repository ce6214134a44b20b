import { useSelected } from '#application/hooks.ts';
import { waitingSignup } from '#application/select.ts';
import { paths } from '#shell/paths.ts';
import { RouteLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';

/** Leads somebody who has signed up here and returns from their mail to the card for the code. */
export function WaitingSignup() {
  const username = useSelected(waitingSignup);
  if (username === undefined) return null;
  return (
    <Notice
      heading="Your sign-up is not finished"
      actions={
        <RouteLink to={paths.confirm} state={{ username }}>
          Enter the confirmation code
        </RouteLink>
      }
    >
      <p>
        We e-mailed a code to <span translate="no">{username}</span>. Your account is ready once you have
        entered it.
      </p>
    </Notice>
  );
}
