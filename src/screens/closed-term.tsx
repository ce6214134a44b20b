import { type ReactNode, useMemo } from 'react';
import { FormStateContext, useFormState } from '#fields/form-context.tsx';
import { useSelected } from '#application/hooks.ts';
import { answerIn } from '#application/select.ts';
import { tenant } from '#tenant/tenant.ts';
import { definePart, usePart } from '#ui/use-part.ts';

const judgePart = definePart(() => import('#form/messages.ts'));

/** Tells visitors that the term that they chose has closed. Other answers are checked once there is an account. */
export function ClosedTerm({ children }: { readonly children: ReactNode }) {
  const state = useFormState();
  const { own, today } = state;
  const hasClosed = useSelected((of) => {
    const chosen = answerIn(of, 'entry_term');
    return tenant.entryTerms.some(({ value, closes = today }) => value === chosen && closes < today);
  });
  const visitors = usePart(judgePart, hasClosed && own === undefined);
  const judge = own?.judge ?? visitors;
  const checked = useMemo(() => ({ ...state, judge }), [state, judge]);
  return <FormStateContext value={checked}>{children}</FormStateContext>;
}
