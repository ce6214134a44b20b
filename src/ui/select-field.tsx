import { memo, useRef, useState } from 'react';
import { type ChoiceOption, type FieldProps, describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldLabel, FieldMessages } from './field.tsx';
import { ChevronDownIcon } from './icons.tsx';
import { useOwnValue } from './use-adopt-typed.ts';
import { definePart, usePart } from './use-part.ts';
import './select-field.css';

const rich = definePart(
  () => import('./rich-select.tsx'),
  ({ RichSelect }) => RichSelect,
);

/** In a lower window, a list that keeps its distance from the edges has no room. */
const RICH_FROM_PX = 500;

export interface SelectFieldProps extends FieldProps {
  /** The options, the empty one first. */
  readonly options: readonly ChoiceOption[];
  readonly autoComplete?: string | undefined;
}

/**
 * A choice from a list. It starts as the browser's own select, which works before any script, is the best picker on a
 * phone, and supports autofill. When a mouse comes near, react-aria's select replaces it at the same size, but never
 * while it has the focus.
 */
export function SelectField(props: SelectFieldProps) {
  const { id, name, messages = [], isRequired, isDisabled, options, value, onChange } = props;
  const ref = useRef<HTMLSelectElement>(null);
  const [isRich, setIsRich] = useState(false);
  const RichSelect = usePart(rich, isRich);
  const first = useOwnValue(ref, value, onChange, options);

  async function enrich(pointerType: string) {
    if (pointerType !== 'mouse' || isRich || innerHeight < RICH_FROM_PX) return;
    try {
      await rich.load();
    } catch {
      // Offline and never loaded: the browser's own select does all that is needed.
      return;
    }
    if (document.activeElement !== ref.current) setIsRich(true);
  }

  const described = describedBy(props);
  const native = (
    <div className="ui-select">
      <select
        ref={ref}
        id={`${id}-input`}
        form={props.form}
        className="ui-input"
        name={name}
        autoComplete={props.autoComplete}
        disabled={isDisabled}
        defaultValue={first}
        onChange={(event) => onChange(event.target.value)}
        onBlur={props.onBlur}
        aria-required={isRequired || undefined}
        aria-invalid={messages.length > 0 || undefined}
        aria-describedby={described}
      >
        <Options options={options} />
      </select>
      <ChevronDownIcon />
    </div>
  );

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled}>
      <div className="ui-field-body" onPointerEnter={(event) => void enrich(event.pointerType)}>
        {RichSelect !== null ? (
          <RichSelect {...props} />
        ) : (
          <>
            <FieldLabel {...props} />
            <FieldHint {...props} />
            {native}
          </>
        )}
        <FieldMessages {...props} />
      </div>
    </FieldFrame>
  );
}

/** Memoized: there are hundreds of countries, and a choice changes none of them. */
const Options = memo(({ options }: Pick<SelectFieldProps, 'options'>) =>
  options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  )),
);
