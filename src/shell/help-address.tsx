import { tenant } from '#tenant/tenant.ts';
import { Link } from '#ui/link.tsx';

/** The e-mail address for questions. */
export function HelpAddress() {
  return <Link href={`mailto:${tenant.helpEmail}`}>{tenant.helpEmail}</Link>;
}
