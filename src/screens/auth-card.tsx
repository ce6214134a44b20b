import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#ui/button.tsx';
import { usePageTitle } from '#shell/use-page-title.ts';
import './auth-card.css';

/** The frame of the five auth screens: header, fields, Submit, and a way to the other screen. */
export function AuthCard({
  header,
  intro,
  form,
  footer,
  children,
}: {
  readonly header: string;
  readonly intro?: ReactNode;
  readonly form: {
    readonly isPending: boolean;
    /** What a try has shown at the field that the applicant is in already: it is not read out by itself. */
    readonly unheard: { readonly text: string; readonly nth: number };
    readonly submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  };
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
      <p className="auth-card-footer">
        {footer.question} <Link to={footer.to}>{footer.link}</Link>
      </p>
    </section>
  );
}
