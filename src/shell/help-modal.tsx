import { useState } from 'react';
import { tenant } from '#tenant/tenant.ts';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Modal } from '#ui/modal.tsx';
import { HelpAddress } from './help-address.tsx';
import './help-modal.css';

/** How to reach the university, in the same place on every page. */
export function HelpModal() {
  const [isOpen, setIsOpen] = useState(false);
  const { heading, paragraphs } = tenant.texts.help;
  return (
    <>
      <Button variant="quiet" onPress={() => setIsOpen(true)}>
        Help
      </Button>
      <Modal title={heading} size="small" isOpen={isOpen} onOpenChange={setIsOpen}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className="help-contact">
          <HelpAddress />
          <Link href={`tel:${tenant.helpPhone.replaceAll(/[^\d+]/g, '')}`}>{tenant.helpPhone}</Link>
        </p>
      </Modal>
    </>
  );
}
