import { useAnswer } from '#application/hooks.ts';
import type { CheckboxQuestion } from '#form/question.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { useFieldProps } from './field-props.ts';

export function CheckboxQuestionField({ question }: { readonly question: CheckboxQuestion }) {
  const [value, setValue] = useAnswer(question.key);
  return <Checkbox {...useFieldProps(question)} value={value} onChange={setValue} />;
}
