import { type FocusEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ChoiceOption, FieldProps, Report } from './field-props.ts';
import { Field, useGroup } from './field.tsx';
import { fromTextOfBoxes, NO_DATE, textOfBoxes } from './parse-date.ts';
import { type MonthParts, parseMonth, toMonthText } from './parse-month.ts';
import { SelectField } from './select-field.tsx';
import { useOwnValue } from './use-adopt-typed.ts';
import { useNoteOnLeaving } from './use-note-on-leaving.ts';
import './field-group.css';

interface MonthFieldProps extends FieldProps {
  /** The options of each list, the empty one first. */
  readonly months: readonly ChoiceOption[];
  readonly years: readonly ChoiceOption[];
  /** The choice in one list while the other has none; else ''. */
  readonly unfinished: string;
  readonly onUnfinished: Report;
}

/**
 * A month of a year in two lists. It reports `MM/YYYY` once both have a choice, else '' and the one choice. A year that
 * is not listed is offered, too. A text that names no month stays until both lists have a choice.
 */
export function MonthField(props: MonthFieldProps) {
  const { id, name, form, isRequired, isDisabled, value } = props;
  const group = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLInputElement>(null);
  const [parts, report] = useParts(props);
  const [isTold, leave] = useNoteOnLeaving(parts, group);
  const years = useWithOwn(props.years, parts.year);

  function takeWhole(text: string, isEarly?: boolean) {
    const found = parseMonth(text);
    if (found !== undefined) report(found, isEarly);
  }
  const { initial } = useOwnValue(whole, value, takeWhole);

  function blur({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return;
    leave();
    props.onBlur?.();
  }

  const list = { form, isRequired, isDisabled, optionalText: '' };
  return (
    <Field {...props} {...useGroup(props)} note={noteOn(value, parts, isTold)}>
      <div ref={group} className="ui-month-year" onBlur={blur}>
        <SelectField
          {...list}
          id={`${id}-month`}
          name={`${name}-month`}
          label="Month"
          options={props.months}
          value={parts.month}
          onChange={(month, isEarly) => report({ month }, isEarly)}
        />
        <SelectField
          {...list}
          id={`${id}-year`}
          name={`${name}-year`}
          label="Year"
          options={years}
          value={parts.year}
          onChange={(year, isEarly) => report({ year }, isEarly)}
        />
        {/* Takes the whole answer from a program that fills it in. Users never reach it. */}
        <input
          ref={whole}
          form={form}
          className="ui-hidden"
          name={name}
          autoComplete="off"
          tabIndex={-1}
          aria-hidden="true"
          defaultValue={initial}
          onChange={(event) => takeWhole(event.target.value)}
        />
      </div>
    </Field>
  );
}

/** The choices, and a function that reports some of them. */
function useParts({ value, onChange, unfinished, onUnfinished }: MonthFieldProps) {
  const parts = useMemo<MonthParts>(
    () => (value === '' ? undefined : parseMonth(value)) ?? fromTextOfBoxes(unfinished),
    [value, unfinished],
  );
  // Two lists that were filled in at once report one after the other, before the next render.
  const latest = useRef(parts);
  useLayoutEffect(() => {
    latest.current = parts;
  }, [parts]);

  function report(change: Partial<MonthParts>, isEarly?: boolean) {
    const next = { ...latest.current, ...change };
    latest.current = next;
    const text = toMonthText(next);
    if (text !== '' || parseMonth(value) !== undefined) onChange(text, isEarly);
    onUnfinished(text === '' ? textOfBoxes({ ...NO_DATE, ...next }) : '', isEarly);
  }
  return [parts, report] as const;
}

/** The options with a year that was answered before and is not listed. */
function useWithOwn(options: readonly ChoiceOption[], year: string): readonly ChoiceOption[] {
  const [own, setOwn] = useState('');
  const isListed = options.some((option) => option.value === year);
  if (!isListed && year !== own) setOwn(year);
  return useMemo(() => (own === '' ? options : [...options, { value: own, label: own }]), [options, own]);
}

function noteOn(value: string, { month, year }: MonthParts, isTold: boolean): string {
  if (parseMonth(value) === undefined)
    return `Your answer so far is “${value}”. A month and a year will replace it.`;
  return isTold && (month === '') !== (year === '') ? 'Please choose both the month and the year.' : '';
}
