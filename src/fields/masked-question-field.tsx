import { useTypedAnswer } from '#application/hooks.ts';
import type { PhoneQuestion, SsnQuestion } from '#form/question.ts';
import { TEXT_MAX_CHARS } from '#limits.ts';
import { MaskedField } from '#ui/masked-field.tsx';
import { useFieldProps } from './field-props.ts';

export function MaskedQuestionField({ question }: { readonly question: PhoneQuestion | SsnQuestion }) {
  const [value, setValue] = useTypedAnswer(question.key);
  return (
    <MaskedField
      {...useFieldProps(question)}
      enterKeyHint="next"
      mask={question.kind}
      maxLength={TEXT_MAX_CHARS}
      value={value}
      onChange={setValue}
    />
  );
}
