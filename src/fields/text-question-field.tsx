import { useTypedText } from '#application/hooks.ts';
import type { TextQuestion } from '#form/question.ts';
import { TEXT_MAX_CHARS } from '#limits.ts';
import { KeptTextField } from '#ui/text-field.tsx';
import { useFieldProps } from './field-props.ts';

export function TextQuestionField({ question }: { readonly question: TextQuestion }) {
  const { key, maxChars = TEXT_MAX_CHARS, inputMode, isNumber, autoCapitalize } = question;
  return (
    <KeptTextField
      {...useFieldProps(question)}
      enterKeyHint="next"
      {...(inputMode !== undefined && { inputMode })}
      {...(autoCapitalize !== undefined && { autoCapitalize })}
      isNumber={isNumber}
      maxLength={maxChars}
      text={useTypedText(key)}
    />
  );
}
