import { memo, type RefObject, useRef, useState } from 'react';
import { useField } from 'react-aria/useField';
import { FieldBody, FieldFrame, labelledOptions } from './field.tsx';
import { ChevronDownIcon } from './icons.tsx';
import type { SelectFieldProps } from './rich-select.tsx';
import { useOwnValue } from './use-adopt-typed.ts';
import { definePart, usePart } from './use-part.ts';
import './select-field.css';

const rich = definePart(() => import('./rich-select.tsx'));

/** In a lower window, there is no room for a list that keeps its distance from the edges. */
const RICH_FROM_PX = 500;

/**
 * A choice from a list. It starts as the browser's own select, which works before any script, is the best picker on a
 * phone, and supports autofill. When a mouse is near, react-aria's select replaces it at the same size, but never while
 * it has the focus.
 */
export function SelectField(props: SelectFieldProps) {
  const ref = useRef<HTMLSelectElement>(null);
  const [isRich, setIsRich] = useState(false);
  const RichSelect = usePart(rich, isRich)?.RichSelect;

  async function enrich(pointerType: string) {
    if (pointerType !== 'mouse' || isRich || innerHeight < RICH_FROM_PX) return;
    try {
      await rich.load();
    } catch {
      // Offline and never loaded: the browser's own select is enough.
      return;
    }
    if (document.activeElement !== ref.current) setIsRich(true);
  }

  return (
    <FieldFrame {...props} frameProps={{ onPointerEnter: (event) => void enrich(event.pointerType) }}>
      {RichSelect === undefined ? <NativeSelect {...props} selectRef={ref} /> : <RichSelect {...props} />}
    </FieldFrame>
  );
}

interface NativeSelectProps extends SelectFieldProps {
  readonly selectRef: RefObject<HTMLSelectElement | null>;
}

function NativeSelect({ selectRef, ...props }: NativeSelectProps) {
  const { id, messages = [], isRequired, options, value, onChange } = props;
  const { initial } = useOwnValue(selectRef, value, onChange, options);
  const { fieldProps, ...parts } = useField({ ...labelledOptions(props), id: `${id}-input` });
  return (
    <FieldBody {...props} parts={parts}>
      <div className="ui-select">
        <select
          {...fieldProps}
          ref={selectRef}
          form={props.form}
          className="ui-input"
          name={props.name}
          autoComplete={props.autoComplete}
          disabled={props.isDisabled}
          defaultValue={initial}
          onChange={(event) => onChange(event.target.value)}
          onBlur={props.onBlur}
          aria-required={isRequired || undefined}
          aria-invalid={messages.length > 0 || undefined}
        >
          <Options options={options} />
        </select>
        <ChevronDownIcon />
      </div>
    </FieldBody>
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
