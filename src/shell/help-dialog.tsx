import { ACCESSIBILITY_PATH } from '#contract/server-paths.ts';
import { help } from '#tenant/help.ts';
import { tenant } from '#tenant/tenant.ts';
import { Link } from '#ui/link.tsx';
import { Modal } from '#ui/modal.tsx';
import type { ModalProps } from '#ui/modal-panel.tsx';
import { HelpAddress } from './help-address.tsx';
import './help-dialog.css';

/** How to reach the university. */
export function HelpDialog(props: Pick<ModalProps, 'isOpen' | 'onOpenChange'>) {
  return (
    <Modal title={help.heading} size="small" {...props}>
      {help.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className="help-contact">
        <HelpAddress />
        <Link href={`tel:${tenant.helpPhone.replaceAll(/[^\d+]/g, '')}`}>{tenant.helpPhone}</Link>
      </p>
      <p className="help-contact">
        <Link href={ACCESSIBILITY_PATH}>Accessibility of this form</Link>
      </p>
    </Modal>
  );
}
