import { useTypedAnswer } from '#application/hooks.ts';
import type { TextareaQuestion } from '#form/question.ts';
import { TEXTAREA_MAX_CHARS } from '#limits.ts';
import { TextArea } from '#ui/text-area.tsx';
import { useFieldProps } from './field-props.ts';

export function TextareaQuestionField({ question }: { readonly question: TextareaQuestion }) {
  const { key, maxChars = TEXTAREA_MAX_CHARS } = question;
  const [value, setValue] = useTypedAnswer(key);
  return <TextArea {...useFieldProps(question)} maxLength={maxChars} value={value} onChange={setValue} />;
}
