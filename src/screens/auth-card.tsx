import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import './auth-card.css';

/** The frame of the five auth screens: header, fields, Submit, and a way to the other screen. */
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
    readonly isPending: boolean;
    /** Why the last try did not succeed; '' before one, and where the fields say it. */
    readonly failure: string;
    /** What a try has shown at the field that the applicant is in already: it is not read out by itself. */
    readonly unheard: { readonly text: string; readonly nth: number };
    readonly submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  };
  /** What is seldom needed: after Submit. */
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
      {form.failure !== '' && <Notice tone="error">{form.failure}</Notice>}
      {/* Sent before the script is there, it would put the password into the address: "dialog" sends nothing. */}
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
        {footer.question} <Link to={footer.to}>{footer.link}</Link>
      </p>
    </section>
  );
}
