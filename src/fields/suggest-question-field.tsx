import { startTransition, useState } from 'react';
import { useAnswerStore } from '#answers/answers-context.tsx';
import { useTypedAnswer } from '#answers/use-answer.ts';
import type { TextQuestion } from '#form/question.ts';
import { TEXT_MAX_CHARS } from '#limits.ts';
import { ComboBox } from '#ui/combo-box.tsx';
import { useFieldProps } from './field-props.ts';
import { useSuggestions } from './use-suggestions.ts';

/** A text with suggestions; a pick fills the keys that the question names, anything else stays as typed. */
export function SuggestQuestionField({
  question,
  suggest,
}: {
  readonly question: TextQuestion;
  readonly suggest: NonNullable<TextQuestion['suggest']>;
}) {
  const { key, maxChars = TEXT_MAX_CHARS } = question;
  const [value, setValue] = useTypedAnswer(key);
  const store = useAnswerStore();
  const [searchText, setSearchText] = useState('');
  const suggestions = useSuggestions(suggest.category, searchText);

  async function pick(id: string, label: string) {
    store.set(key, label);
    // There since the search that found it.
    const { findRecord } = await import('#api/lookup.ts');
    const record = await findRecord(suggest.category, id);
    if (record === undefined) return;
    for (const [field, filledKey] of entriesOf(suggest.fills)) {
      const filled = record[field];
      if (filled !== undefined && filled !== '') store.set(filledKey, filled);
    }
  }

  return (
    <ComboBox
      {...useFieldProps(question)}
      enterKeyHint="next"
      {...(suggest.isSchool === true && { createLabel: 'Use:' })}
      maxLength={maxChars}
      value={value}
      suggestions={suggestions}
      onChange={(next) => {
        setValue(next);
        startTransition(() => setSearchText(next));
      }}
      onPick={({ id, text }) => void pick(id, text)}
    />
  );
}

function entriesOf<K extends string, V>(
  record: Readonly<Partial<Record<K, V>>>,
): readonly (readonly [K, V])[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.entries widens the keys; these are the record's own
  return Object.entries(record) as unknown as readonly (readonly [K, V])[];
}
