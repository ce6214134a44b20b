import { useAnswer } from '#application/hooks.ts';
import { NEITHER_CITIZEN_NOR_RESIDENT } from '#form/about-you/citizenship.ts';
import { tenant } from '#tenant/tenant.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';

/** Points applicants from abroad to their own application. */
export function InternationalNote() {
  const [citizenshipType] = useAnswer('citizenship_type');
  if (citizenshipType !== NEITHER_CITIZEN_NOR_RESIDENT) return null;
  const { texts, internationalPortal } = tenant;
  return (
    <Notice tone="neutral">
      {texts.international} <Link href={internationalPortal.url}>{internationalPortal.name}</Link>.
    </Notice>
  );
}
