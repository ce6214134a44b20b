import { tenant } from '#tenant/tenant.ts';

/** The e-mail address for questions. */
export function HelpAddress() {
  return <a href={`mailto:${tenant.helpEmail}`}>{tenant.helpEmail}</a>;
}
