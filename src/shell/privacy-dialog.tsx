import { privacy } from '#tenant/privacy.ts';
import { tenant } from '#tenant/tenant.ts';
import { Modal, type ModalProps } from '#ui/modal.tsx';

/** Says what happens to the data that an applicant enters. */
export function PrivacyDialog(props: Pick<ModalProps, 'isOpen' | 'onOpenChange'>) {
  return (
    <Modal title={tenant.texts.privacy} size="small" {...props}>
      {privacy.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        <a href={tenant.privacyUrl}>The whole privacy policy of {tenant.name}</a>
      </p>
    </Modal>
  );
}
