import { useAnswer } from '#application/hooks.ts';
import { unfinishedKey } from '#form/keys.ts';
import type { DateQuestion } from '#form/question.ts';
import { DateField } from '#ui/date-field.tsx';
import { useFieldProps } from './field-props.ts';

export function DateQuestionField({ question }: { readonly question: DateQuestion }) {
  const [value, setValue] = useAnswer(question.key);
  const [unfinished, setUnfinished] = useAnswer(unfinishedKey(question.key));
  return (
    <DateField
      {...useFieldProps(question)}
      value={value}
      onChange={setValue}
      unfinished={unfinished}
      onUnfinished={setUnfinished}
    />
  );
}
