import type { Group } from '#form/page.ts';
import { FieldGroup } from '#ui/field-group.tsx';
import { QuestionField } from './registry.tsx';
import { useHolds } from './use-derived.ts';

/** Questions under one legend. The group shows while its first question does. */
export function GroupField({ group }: { readonly group: Group }) {
  const [first] = group.questions;
  const isShown = useHolds(first?.when);
  if (!isShown) return null;
  return (
    <FieldGroup
      legend={group.legend}
      layout={group.layout}
      {...(group.hint !== undefined && { hint: group.hint })}
    >
      {group.questions.map((question) => (
        <QuestionField key={question.key} question={question} />
      ))}
    </FieldGroup>
  );
}
