import { useState } from 'react';
import { tenant } from '#tenant/tenant.ts';
import { useWho } from '#application/hooks.ts';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { definePart, usePart } from '#ui/use-part.ts';
import { HelpAddress } from './help-address.tsx';
import './footer.css';

/** Loaded when it is first opened. */
const privacyDialog = definePart(() => import('./privacy-dialog.tsx'));

export function Footer() {
  const { is_service_user: isServiceUser } = useWho();
  const [isPrivacyOpen, setIsPrivacyOpen] = useState(false);
  const PrivacyDialog = usePart(privacyDialog, isPrivacyOpen, true)?.PrivacyDialog;
  if (isServiceUser) return null;
  return (
    <footer className="footer">
      <address>
        <strong>
          <Link href={tenant.websiteUrl}>{tenant.name}</Link>
        </strong>
        <span>{tenant.office}</span>
        {tenant.addressLines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p>
        Questions? <HelpAddress />
      </p>
      <Button variant="quiet" onPress={() => setIsPrivacyOpen(true)}>
        {tenant.texts.privacy}
      </Button>
      {PrivacyDialog !== undefined && <PrivacyDialog isOpen onOpenChange={setIsPrivacyOpen} />}
    </footer>
  );
}
