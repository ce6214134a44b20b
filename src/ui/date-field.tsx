import { type ClipboardEvent, type FocusEvent, type RefObject, useRef, useState } from 'react';
import { useTextField } from 'react-aria/useTextField';
import type { FieldProps, Report } from './field-props.ts';
import { Field, useGroup } from './field.tsx';
import { given } from './given.ts';
import {
  type DateParts,
  NO_DATE,
  dateNote,
  endedPart,
  fromIsoDate,
  fromTextOfBoxes,
  parseDate,
  textOfBoxes,
  toIsoDate,
} from './parse-date.ts';
import { useOwnValue } from './use-adopt-typed.ts';
import { useNoteOnLeaving } from './use-note-on-leaving.ts';
import { asWritten } from './use-text-input.ts';
import './date-field.css';

interface DateFieldProps extends FieldProps {
  /** 'bday' gives the three boxes `bday-month`, `bday-day` and `bday-year`. */
  readonly autoComplete?: string | undefined;
  /** The text of the boxes while they hold no whole date; '' if they do, or are empty. Shown where `value` is ''. */
  readonly unfinished: string;
  readonly onUnfinished: Report;
}

const boxes = [
  { part: 'month', label: 'Month', digits: 2 },
  { part: 'day', label: 'Day', digits: 2 },
  { part: 'year', label: 'Year', digits: 4 },
] as const;

/**
 * A date in three plain boxes; each also takes a whole date. It reports `YYYY-MM-DD` for a date that exists, else ''
 * and the text of the boxes. It never deletes what was typed. (A segmented date field records a different day:
 * react-spectrum#8637.)
 */
export function DateField(props: DateFieldProps) {
  const { id, name, autoComplete, value, onChange, unfinished, onUnfinished } = props;
  const [parts, setParts] = useTypedParts(value, unfinished);
  const group = useRef<HTMLDivElement>(null);
  const [isTold, leave] = useNoteOnLeaving(parts, group);
  const month = useRef<HTMLInputElement>(null);
  const day = useRef<HTMLInputElement>(null);
  const year = useRef<HTMLInputElement>(null);
  const whole = useRef<HTMLInputElement>(null);
  const refs = { month, day, year };

  function report(next: DateParts, isEarly = false) {
    setParts(next);
    for (const { part } of boxes) show(refs[part].current, next[part]);
    const iso = toIsoDate(next);
    if (iso !== value) onChange(iso, isEarly);
    const text = iso === '' ? textOfBoxes(next) : '';
    if (text !== unfinished) onUnfinished(text, isEarly);
  }

  function type(part: keyof DateParts, text: string) {
    const date = parseDate(text);
    if (date !== undefined) {
      report(date);
      year.current?.focus();
      return;
    }
    // A separator after the month or the day ("3/") moves the focus to the next box, as fast typists expect.
    const typed = endedPart(text);
    if (typed !== undefined && part !== 'year' && document.activeElement === refs[part].current) {
      report({ ...parts, [part]: typed });
      const next = part === 'month' ? day : year;
      next.current?.focus();
      next.current?.select();
    } else {
      report({ ...parts, [part]: text });
    }
  }

  function paste(event: ClipboardEvent) {
    const date = parseDate(event.clipboardData.getData('text/plain'));
    if (date === undefined) return;
    // A pasted date fills all boxes, whichever box has the focus and whatever the boxes hold.
    event.preventDefault();
    report(date);
    year.current?.focus();
  }

  function takeWhole(text: string, isEarly?: boolean) {
    const date = parseDate(text);
    if (date !== undefined) report(date, isEarly);
    else if (text.trim() === '') report(NO_DATE, isEarly);
  }

  const { initial } = useOwnValue(whole, value, takeWhole);

  function readBoxes(): DateParts {
    return {
      month: month.current?.value ?? '',
      day: day.current?.value ?? '',
      year: year.current?.value ?? '',
    };
  }

  function blur({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return;
    leave();
    props.onBlur?.();
  }

  const field = useGroup(props);
  const noteId = `${id}-note`;
  // Some screen readers do not announce the group when the focus enters its first box.
  const inMonth = `${noteId} ${field.groupProps['aria-describedby'] ?? ''}`.trim();
  return (
    <Field {...props} {...field} note={isTold ? dateNote(parts) : ''} noteId={noteId}>
      <div ref={group} className="ui-date ui-row" onBlur={blur} onPaste={paste}>
        {boxes.map((box) => (
          <DateBox
            key={box.part}
            {...props}
            {...box}
            boxRef={refs[box.part]}
            describedBy={box.part === 'month' ? inMonth : noteId}
            text={parts[box.part]}
            onText={(text) => type(box.part, text)}
            onAdopt={(text, isEarly) =>
              report(parseDate(text) ?? { ...readBoxes(), [box.part]: text }, isEarly)
            }
          />
        ))}
        {/* Takes a whole date from a browser or password manager that fills one in. Users never reach it. */}
        <input
          ref={whole}
          form={props.form}
          className="ui-hidden"
          name={name}
          autoComplete={autoComplete ?? 'off'}
          tabIndex={-1}
          aria-hidden="true"
          defaultValue={initial}
          onChange={(event) => takeWhole(event.target.value)}
        />
      </div>
    </Field>
  );
}

interface DateBoxProps extends Pick<
  DateFieldProps,
  'id' | 'form' | 'name' | 'autoComplete' | 'messages' | 'isRequired' | 'isDisabled'
> {
  readonly part: keyof DateParts;
  readonly label: string;
  readonly digits: number;
  readonly boxRef: RefObject<HTMLInputElement | null>;
  readonly describedBy: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onAdopt: Report;
}

function DateBox(props: DateBoxProps) {
  const { id, part, label, name, autoComplete, messages = [], isRequired, isDisabled, boxRef } = props;
  const { initial } = useOwnValue(boxRef, props.text, props.onAdopt);
  const { labelProps, inputProps } = useTextField(
    {
      ...given({ form: props.form, isRequired, isDisabled }),
      id: part === 'month' ? `${id}-input` : `${id}-${part}`,
      label,
      name: `${name}-${part}`,
      inputMode: 'numeric',
      ...asWritten,
      autoComplete: autoComplete === undefined ? 'off' : `${autoComplete}-${part}`,
      enterKeyHint: 'next',
      isInvalid: messages.length > 0,
      'aria-describedby': props.describedBy,
    },
    boxRef,
  );
  return (
    <div className="ui-date-box" data-digits={props.digits}>
      <label {...labelProps} className="ui-sub-label ui-quiet">
        {label}
      </label>
      {/* It keeps its own text. If the library held it, a text that is filled in without an event would be lost. */}
      <input
        {...inputProps}
        ref={boxRef}
        className="ui-input"
        value={undefined}
        defaultValue={initial}
        onChange={(event) => props.onText(event.target.value)}
      />
    </div>
  );
}

function show(box: HTMLInputElement | null, text: string): void {
  if (box !== null && box.value !== text) box.value = text;
}

/** The text of the boxes. An answer from elsewhere replaces it; this field's own report does not. */
function useTypedParts(value: string, unfinished: string) {
  const shown = value === '' ? unfinished : value;
  const [parts, setParts] = useState(() => partsOf(value, unfinished));
  const [seen, setSeen] = useState(shown);
  if (shown !== seen) {
    setSeen(shown);
    if (shown !== (toIsoDate(parts) || textOfBoxes(parts))) setParts(partsOf(value, unfinished));
  }
  return [parts, setParts] as const;
}

function partsOf(value: string, unfinished: string): DateParts {
  return value === '' ? fromTextOfBoxes(unfinished) : fromIsoDate(value);
}
