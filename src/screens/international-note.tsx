import { useAnswer } from '#application/hooks.ts';
import { NEITHER_CITIZEN_NOR_RESIDENT } from '#form/about-you/citizenship.ts';
import { tenant } from '#tenant/tenant.ts';
import { Notice } from '#ui/notice.tsx';

/** Points applicants from abroad to their own application. */
export function InternationalNote() {
  const [citizenshipType] = useAnswer('citizenship_type');
  if (citizenshipType !== NEITHER_CITIZEN_NOR_RESIDENT) return null;
  const { texts, internationalPortal } = tenant;
  return (
    <Notice tone="neutral">
      {texts.international} <a href={internationalPortal.url}>{internationalPortal.name}</a>.
    </Notice>
  );
}
