import { type ReactNode, useState } from 'react';
import { tenant } from '#tenant/tenant.ts';
import { useSelected, useWho } from '#application/hooks.ts';
import { answerIn } from '#application/select.ts';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import './welcome-banner.css';

/**
 * Shown once submitted, while logged out, or until the applicant changes the page (specification §1).
 *
 * @param standing what is left, for somebody who comes back
 */
export function WelcomeBanner({ standing }: { readonly standing?: ReactNode }) {
  const session = useWho();
  const isSubmitted = session.web_status === 'submitted';
  const { welcome, welcomeVisitor, welcomeBack, thankYou, international } = tenant.texts;
  const prose = isSubmitted ? thankYou : session.num_logins >= 2 ? welcomeBack : welcome;
  const [first, ...rest] = prose.paragraphs;
  const [before, after] = prose.heading.split('{name}');
  const name = useSelected(
    (state) => answerIn(state, 'preferred_name').trim() || answerIn(state, 'first_name'),
    () => '',
  );
  const [isOpen, setIsOpen] = useState(false);
  if (session.is_service_user) return null;
  if (!isSubmitted && session.is_logged_in && session.has_changed_page) return null;

  return (
    <section className="welcome">
      <h2 id="welcome-heading">
        {before}
        {after !== undefined && <span translate="no">{name}</span>}
        {after}
      </h2>
      <p>{first}</p>
      {prose === welcomeBack && standing}
      {/* Shown only where the banner would fill the screen; what follows is then read when it is opened. */}
      {!isSubmitted && (
        <Button
          variant="quiet"
          className="welcome-more"
          aria-expanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        >
          {prose === welcome ? 'Before you start' : 'More'}
        </Button>
      )}
      {rest.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {prose === welcome && !session.is_logged_in && <p>{welcomeVisitor}</p>}
      {!isSubmitted && (
        <p className="welcome-international">
          {international} <Link href={tenant.internationalPortal.url}>{tenant.internationalPortal.name}</Link>
          .
        </p>
      )}
    </section>
  );
}
