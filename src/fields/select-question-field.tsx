import { useAnswer } from '#application/hooks.ts';
import type { SelectQuestion } from '#form/question.ts';
import { SelectField } from '#ui/select-field.tsx';
import { useFieldProps } from './field-props.ts';
import { useOptions } from './use-derived.ts';

export function SelectQuestionField({ question }: { readonly question: SelectQuestion }) {
  const [value, setValue] = useAnswer(question.key);
  return (
    <SelectField
      {...useFieldProps(question)}
      options={useOptions(question, value)}
      value={value}
      onChange={setValue}
    />
  );
}
