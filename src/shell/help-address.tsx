import { tenant } from '#tenant/tenant.ts';

/** Where questions go. */
export function HelpAddress() {
  return <a href={`mailto:${tenant.helpEmail}`}>{tenant.helpEmail}</a>;
}
