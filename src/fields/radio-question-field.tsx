import { useAnswer } from '#application/hooks.ts';
import type { RadioQuestion } from '#form/question.ts';
import { RadioGroup } from '#ui/radio-group.tsx';
import { useFieldProps } from './field-props.ts';
import { useOptions } from './use-derived.ts';

export function RadioQuestionField({ question }: { readonly question: RadioQuestion }) {
  const [value, setValue] = useAnswer(question.key);
  return (
    <RadioGroup
      {...useFieldProps(question)}
      options={useOptions(question, value)}
      value={value}
      onChange={setValue}
    />
  );
}
