import { tenant } from '#tenant/tenant.ts';
import { useAnswer, useWho } from '#application/hooks.ts';
import { Link } from '#ui/link.tsx';
import './welcome-banner.css';

/** Shown once submitted, while logged out, or until the applicant changes the page (specification §1). */
export function WelcomeBanner() {
  const session = useWho();
  const [firstName] = useAnswer('first_name');
  const [preferredName] = useAnswer('preferred_name');
  const isSubmitted = session.web_status === 'submitted';
  if (session.is_service_user) return null;
  if (!isSubmitted && session.is_logged_in && session.has_changed_page) return null;

  const { welcome, welcomeVisitor, welcomeBack, thankYou, international } = tenant.texts;
  const prose = isSubmitted ? thankYou : session.num_logins >= 2 ? welcomeBack : welcome;
  return (
    <section className="welcome" aria-labelledby="welcome-heading">
      <h2 id="welcome-heading">{prose.heading.replace('{name}', () => preferredName.trim() || firstName)}</h2>
      {prose.paragraphs.map((paragraph) => (
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
