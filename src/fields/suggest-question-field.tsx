import { useApplication, useTypedAnswer } from '#application/hooks.ts';
import type { TextQuestion } from '#form/question.ts';
import { TEXT_MAX_CHARS } from '#limits.ts';
import { ComboBox } from '#ui/combo-box.tsx';
import { useFieldProps } from './field-props.ts';
import { lookedUp, useSuggestions } from './use-suggestions.ts';

/** A text with suggestions. Choosing one fills in the keys that the question names; any other text stays as typed. */
export function SuggestQuestionField({
  question,
  suggest,
}: {
  readonly question: TextQuestion;
  readonly suggest: NonNullable<TextQuestion['suggest']>;
}) {
  const { key, maxChars = TEXT_MAX_CHARS } = question;
  const [value, setValue] = useTypedAnswer(key);
  const store = useApplication();
  const [suggestions, hear] = useSuggestions(suggest.category);

  /** @param id the picked record; undefined if the applicant uses the text as typed */
  async function fill(id?: string) {
    // The search that found the record has loaded it. If it failed to load, only the text counts.
    await lookedUp.loaded?.fillFromRecord(store, question.key, suggest, id);
  }

  return (
    <ComboBox
      {...useFieldProps(question)}
      enterKeyHint="next"
      autoCapitalize={question.autoCapitalize}
      {...(suggest.isSchool === true && { createLabel: 'Use:' })}
      maxLength={maxChars}
      value={value}
      suggestions={suggestions}
      onChange={(next, isEarly) => {
        setValue(next, isEarly);
        hear(next);
      }}
      onPick={({ id, text }) => {
        store.set(key, text.slice(0, maxChars));
        void fill(id);
      }}
      onCreate={() => void fill()}
    />
  );
}
