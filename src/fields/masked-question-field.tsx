import { useAnswer, useTypedAnswer } from '#application/hooks.ts';
import { mayHavePlusOne } from '#form/options/plus-one.ts';
import type { PhoneQuestion, SsnQuestion } from '#form/question.ts';
import { TEXT_MAX_CHARS } from '#limits.ts';
import { MaskedField } from '#ui/masked-field.tsx';
import { useFieldProps } from './field-props.ts';

export function MaskedQuestionField({ question }: { readonly question: PhoneQuestion | SsnQuestion }) {
  const [value, setValue] = useTypedAnswer(question.key);
  const [country] = useAnswer('country');
  const isAbroad = question.kind === 'phone' && !mayHavePlusOne(country);
  return (
    <MaskedField
      {...useFieldProps(question)}
      enterKeyHint="next"
      mask={isAbroad ? 'phoneAbroad' : question.kind}
      maxLength={TEXT_MAX_CHARS}
      value={value}
      onChange={setValue}
    />
  );
}
