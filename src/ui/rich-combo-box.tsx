import { type RefObject, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import type { ComboBoxProps, Suggestion } from './combo-box.tsx';
import { describedBy } from './field-props.ts';
import { FieldFrame, FieldHint, FieldMessages, LabelText } from './field.tsx';
import { given } from './given.ts';
import { useCutNotice } from './use-cut-notice.ts';
import './list-box.css';

const CREATE_ID = '(as typed)';

export interface RichComboBoxProps extends ComboBoxProps {
  /** Where the caret stood in the plain field that this one replaces, if it had the focus. */
  readonly caretRef: RefObject<number | null>;
}

export function RichComboBox(props: RichComboBoxProps) {
  const {
    id,
    name,
    label,
    hint,
    messages = [],
    isRequired,
    isDisabled,
    optionalText,
    value,
    onChange,
  } = props;
  const { suggestions, createLabel, caretRef } = props;
  const ref = useRef<HTMLInputElement>(null);
  const notice = useCutNotice(ref, props.maxLength);

  useLayoutEffect(() => {
    const caret = caretRef.current;
    caretRef.current = null;
    if (caret === null) return;
    ref.current?.focus();
    ref.current?.setSelectionRange(caret, caret);
  }, [caretRef]);

  const typed = value.trim();
  const isListed = suggestions.some(({ text }) => text === typed);
  const toCreate =
    createLabel !== undefined && typed !== '' && !isListed ? `${createLabel} ${typed}` : undefined;
  // The list is made anew only where it changed, and after the letter that changed it.
  const newest = useMemo(() => offersOf(suggestions, toCreate), [suggestions, toCreate]);
  const drawn = useDeferredValue(newest);
  // But for the first: a list opens with a letter, and only if there is something in it.
  const offers = drawn.length === 0 ? newest : drawn;
  const list = useMemo(() => <OfferList offers={offers} />, [offers]);

  function choose(key: unknown) {
    if (key === CREATE_ID) props.onCreate?.(typed);
    const picked = suggestions.find((suggestion) => suggestion.id === key);
    if (picked !== undefined) props.onPick(picked);
  }

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled}>
      <AriaComboBox
        id={`${id}-input`}
        className="ui-field-body"
        validationBehavior="aria"
        items={offers}
        inputValue={value}
        // The list never owns the text: closing it, scrolling or tapping elsewhere leaves what the input shows.
        onInputChange={(text) => {
          if (text !== value && text === ref.current?.value) onChange(text);
        }}
        value={null}
        onChange={choose}
        allowsCustomValue
        allowsEmptyCollection={false}
        menuTrigger="input"
        isInvalid={messages.length > 0}
        {...given({
          isRequired,
          isDisabled,
          onBlur: props.onBlur,
          'aria-describedby': describedBy(props, props.maxLength === undefined ? undefined : `${id}-note`),
        })}
      >
        <Label className="ui-label">
          <LabelText label={label} isRequired={isRequired} optionalText={optionalText} />
        </Label>
        <FieldHint id={id} hint={hint} />
        <Input
          ref={ref}
          {...given({ form: props.form })}
          className="ui-input"
          name={name}
          autoComplete={props.autoComplete ?? 'off'}
          autoCapitalize={props.autoCapitalize}
          inputMode={props.inputMode}
          enterKeyHint={props.enterKeyHint}
          maxLength={props.maxLength}
        />
        <FieldMessages id={id} messages={messages} />
        {props.maxLength !== undefined && (
          <div id={`${id}-note`} className="ui-note" role="status">
            {notice}
          </div>
        )}
        {list}
      </AriaComboBox>
    </FieldFrame>
  );
}

interface Offer extends Suggestion {
  readonly isCreate: boolean;
}

function offersOf(suggestions: readonly Suggestion[], toCreate: string | undefined): readonly Offer[] {
  const offers = suggestions.map((suggestion) => ({ ...suggestion, isCreate: false }));
  return toCreate === undefined ? offers : [...offers, { id: CREATE_ID, text: toCreate, isCreate: true }];
}

function OfferList({ offers }: { readonly offers: readonly Offer[] }) {
  return (
    <Popover className="ui-list-popover" offset={4} placement="bottom start">
      <ListBox className="ui-list-box" items={offers}>
        {(offer) => (
          <ListBoxItem
            id={offer.id}
            textValue={offer.text}
            className={`ui-list-item ${offer.isCreate ? 'ui-list-create' : ''}`}
          >
            <span>
              {offer.text}
              {offer.sub_text !== undefined && <span className="ui-list-sub">{offer.sub_text}</span>}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
