import { use, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectStateContext, SelectValue } from 'react-aria-components/Select';
import { SELECT_COLLISION_PADDING_PX } from '#limits.ts';
import type { ChoiceOption, FieldProps } from './field-props.ts';
import { given } from './given.ts';
import { CheckIcon, ChevronDownIcon } from './icons.tsx';
import { Layer } from './layer.tsx';
import { RichLabel, RichMessages } from './rich-field.tsx';
import { useAdopted } from './use-adopt-typed.ts';
import './list-box.css';

/** The library's keys must not be empty, so the empty option has this one. */
const EMPTY_KEY = '(none)';

const fromKey = (key: string) => (key === EMPTY_KEY ? '' : key);

export interface SelectFieldProps extends FieldProps {
  /** The options, the empty one first. */
  readonly options: readonly ChoiceOption[];
  readonly autoComplete?: string | undefined;
}

/** react-aria's select: a list in a popover that keeps a distance from the window's edges. */
export function RichSelect(props: SelectFieldProps) {
  const { id, name, messages = [], options, value, onChange } = props;
  const { isRequired, isDisabled, form, autoComplete, onBlur } = props;
  const button = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  // Beside its button, the library has a hidden list, which browsers and password managers fill in.
  useAdopted(() => fromKey(frame.current?.querySelector('select')?.value ?? ''), value, onChange);
  const measure = () => setLeft((button.current?.getBoundingClientRect().left ?? 0) + scrollX);
  // Turning a tablet moves the box under its open list.
  useEffect(() => {
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  // The library's style type allows no custom properties, but React accepts any record of strings.
  const place: Record<string, string> = { '--left': `${left}px` };

  return (
    <Select
      ref={frame}
      className="ui-stack"
      name={name}
      validationBehavior="aria"
      onOpenChange={measure}
      value={value === '' ? EMPTY_KEY : value}
      onChange={(key) => onChange(fromKey(String(key ?? '')))}
      isInvalid={messages.length > 0}
      {...given({ isRequired, isDisabled, form, autoComplete, onBlur })}
    >
      <RichLabel {...props} />
      <Button ref={button} id={`${id}-input`} className="ui-input ui-select-button">
        <SelectValue className="ui-select-value" />
        <ChevronDownIcon />
      </Button>
      <Popover
        className="ui-list-popover ui-select-popover ui-raised"
        offset={4}
        // The library applies the padding to all four sides, but the 100 px are for top and bottom only.
        style={place}
        containerPadding={SELECT_COLLISION_PADDING_PX}
        placement="bottom start"
      >
        <OpenList />
        <ListBox className="ui-list-box" items={options}>
          {(option) => (
            <ListBoxItem
              id={option.value === '' ? EMPTY_KEY : option.value}
              textValue={option.label}
              className="ui-list-item"
            >
              <span>{option.label}</span>
              <CheckIcon size={1} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
      <RichMessages messages={messages} />
    </Select>
  );
}

function OpenList() {
  const list = use(SelectStateContext);
  return <Layer onBack={() => list?.close()} />;
}
