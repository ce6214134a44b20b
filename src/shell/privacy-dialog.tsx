import { privacy } from '#tenant/privacy.ts';
import { tenant } from '#tenant/tenant.ts';
import { Link } from '#ui/link.tsx';
import { Modal } from '#ui/modal.tsx';
import type { ModalProps } from '#ui/modal-panel.tsx';

/** Says what happens to the data that an applicant enters. */
export function PrivacyDialog(props: Pick<ModalProps, 'isOpen' | 'onOpenChange'>) {
  return (
    <Modal title={tenant.texts.privacy} size="small" {...props}>
      {privacy.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        <Link href={tenant.privacyUrl}>The whole privacy policy of {tenant.name}</Link>
      </p>
    </Modal>
  );
}
