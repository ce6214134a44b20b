import { useState } from 'react';
import { tenant } from '#tenant/tenant.ts';
import { useSession } from '#session/use-session.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { HelpAddress } from './help-address.tsx';
import './footer.css';

export function Footer() {
  const { is_service_user: isServiceUser } = useSession();
  const [isPrivacyOpen, setIsPrivacyOpen] = useState(false);
  if (isServiceUser) return null;
  const { heading, paragraphs } = tenant.texts.privacy;
  return (
    <footer className="footer">
      <address>
        <strong>{tenant.name}</strong>
        <span>{tenant.office}</span>
        {tenant.addressLines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p>
        Questions? <HelpAddress />
      </p>
      <Button variant="quiet" onPress={() => setIsPrivacyOpen(true)}>
        {heading}
      </Button>
      <Modal title={heading} size="medium" isOpen={isPrivacyOpen} onOpenChange={setIsPrivacyOpen}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <a href={tenant.privacyUrl}>The whole privacy policy of {tenant.name}</a>
        </p>
      </Modal>
    </footer>
  );
}
