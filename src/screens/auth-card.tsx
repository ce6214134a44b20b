import type { FormEvent, ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { RouteLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import './auth-card.css';

/** The frame of the five auth screens: header, fields, Submit, and a link to another card. */
export function AuthCard({
  header,
  intro,
  form,
  helpers,
  footer,
  children,
}: {
  readonly header: string;
  readonly intro?: ReactNode;
  readonly form: {
    readonly values: { readonly username: string };
    readonly isPending: boolean;
    /** Why the last attempt failed; '' before the first one, and if the fields' messages say it. */
    readonly failure: string;
    /** The message of the field that already has the focus. Only a live region can read it out. */
    readonly unheard: { readonly text: string; readonly nth: number };
    readonly submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  };
  /** Seldom needed, so it follows Submit. */
  readonly helpers?: ReactNode;
  readonly footer: { readonly question: string; readonly link: string; readonly to: string };
  readonly children: ReactNode;
}) {
  usePageTitle(header);
  return (
    <section className="auth-card" aria-labelledby="auth-header">
      <h1 id="auth-header" tabIndex={-1}>
        {header}
      </h1>
      {intro}
      {form.failure !== '' && (
        <Notice tone="error" isAnnounced={false}>
          {form.failure}
        </Notice>
      )}
      {/* Submitted before the script runs, it would put the password into the address: "dialog" sends nothing. */}
      <form method="dialog" noValidate onSubmit={(event) => void form.submit(event)}>
        {children}
        <Button type="submit" size="submit" isPending={form.isPending}>
          Submit
        </Button>
        {form.unheard.text !== '' && (
          <div key={form.unheard.nth} className="ui-hidden" role="alert">
            {form.unheard.text}
          </div>
        )}
      </form>
      {helpers !== undefined && <div className="auth-card-helpers">{helpers}</div>}
      <p className="auth-card-footer">
        {footer.question}{' '}
        <RouteLink to={footer.to} state={{ username: form.values.username }}>
          {footer.link}
        </RouteLink>
      </p>
    </section>
  );
}
