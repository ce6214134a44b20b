import { useMemo } from 'react';
import { useAnswer } from '#application/hooks.ts';
import { unfinishedKey } from '#form/keys.ts';
import { months } from '#form/options/months.ts';
import { yearOptions, type MonthQuestion } from '#form/question.ts';
import { MonthField } from '#ui/month-field.tsx';
import { useFieldProps } from './field-props.ts';
import { useFormState } from './form-context.tsx';

export function MonthQuestionField({ question }: { readonly question: MonthQuestion }) {
  const { key, years } = question;
  const { today } = useFormState();
  const [value, setValue] = useAnswer(key);
  const [unfinished, setUnfinished] = useAnswer(unfinishedKey(key));
  return (
    <MonthField
      {...useFieldProps(question)}
      months={months}
      years={useMemo(() => yearOptions(years, () => today), [years, today])}
      value={value}
      onChange={setValue}
      unfinished={unfinished}
      onUnfinished={setUnfinished}
    />
  );
}
