import {
  createContext,
  type RefObject,
  startTransition,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Input, InputContext, type InputProps } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { withoutUnseen } from '#plain-text.ts';
import type { TypedFieldProps } from './field-props.ts';
import { FieldFrame, FieldNote } from './field.tsx';
import { given } from './given.ts';
import { Layer } from './layer.tsx';
import { RichLabel, RichMessages } from './rich-field.tsx';
import { useOwnValue } from './use-adopt-typed.ts';
import { useCutNotice } from './use-cut-notice.ts';
import { useTidied } from './use-tidied.ts';
import { asWritten, isComposed } from './use-text-input.ts';
import './list-box.css';

const CREATE_ID = '(as typed)';

/** The state of the plain field when the field with a list replaces it. */
export interface TypedSoFar {
  readonly text: string;
  /** The start and end of the selection; null if the field does not have the focus. */
  readonly selection: readonly [number | null, number | null] | null;
}

export interface Suggestion {
  readonly id: string;
  readonly text: string;
  readonly sub_text?: string | null | undefined;
}

export interface ComboBoxProps extends TypedFieldProps {
  /** The suggestions found for the current text, best first. */
  readonly suggestions: readonly Suggestion[];
  readonly onPick: (suggestion: Suggestion) => void;
  /** If set, the list ends with an entry for the text as typed: "Use: Scranton Prep". */
  readonly createLabel?: string | undefined;
  readonly onCreate?: ((text: string) => void) | undefined;
}

interface RichComboBoxProps extends ComboBoxProps {
  /** The state of the plain field that this one replaces; its last letter may be unreported. */
  readonly typedRef: RefObject<TypedSoFar | null>;
}

/** The current text and its change handler. They bypass the deferred props, so the input is never late. */
const TypedContext = createContext<Pick<ComboBoxProps, 'value' | 'onChange'>>({
  value: '',
  onChange: () => undefined,
});

/** The input shows each letter at once. The rest of the field, above all the list, renders later at low priority. */
export function RichComboBox(props: RichComboBoxProps) {
  const { value, onChange } = props;
  const later = useDeferredValue(props);
  const field = useMemo(() => <ListedField {...later} />, [later]);
  return <TypedContext value={{ value, onChange }}>{field}</TypedContext>;
}

function ListedField(props: RichComboBoxProps) {
  const { id, name, messages = [], isRequired, isDisabled, value } = props;
  const { suggestions, createLabel, typedRef } = props;
  const ref = useRef<HTMLInputElement>(null);
  const notice = useCutNotice(ref, props.maxLength);
  const wishRef = useRef<ListWish>(null);
  const openedAt = useRef<Place>(null);

  useLayoutEffect(() => {
    const input = ref.current;
    const soFar = typedRef.current;
    typedRef.current = null;
    if (input === null || soFar === null) return;
    if (input.value !== soFar.text) input.value = soFar.text;
    if (soFar.selection === null) return;
    input.focus();
    input.setSelectionRange(...soFar.selection);
  }, [typedRef]);

  const typed = value.trim();
  const isListed = suggestions.some(({ text }) => text === typed);
  const toCreate = createLabel !== undefined && typed !== '' && !isListed && `${createLabel} ${typed}`;
  const offers = useMemo(
    () => (toCreate === false ? suggestions : [...suggestions, { id: CREATE_ID, text: toCreate }]),
    [suggestions, toCreate],
  );
  const list = useMemo(() => <OfferList offers={offers} />, [offers]);

  function choose(key: unknown) {
    wishRef.current = 'shut';
    if (key === CREATE_ID) props.onCreate?.(typed);
    const picked = suggestions.find((suggestion) => suggestion.id === key);
    if (picked !== undefined) props.onPick(picked);
  }

  return (
    <FieldFrame id={id} messages={messages} isDisabled={isDisabled}>
      <AriaComboBox
        id={`${id}-input`}
        className="ui-stack"
        validationBehavior="aria"
        items={offers}
        // The list never owns the text: closing it, scrolling or tapping elsewhere leaves the input's text unchanged.
        inputValue={value}
        value={null}
        onChange={choose}
        onOpenChange={(isOpen) => {
          if (isOpen) openedAt.current = placeOf(ref.current);
          else if (offers.length > 0 && !hasPageMoved(openedAt.current, placeOf(ref.current)))
            wishRef.current = null;
        }}
        onBlur={() => {
          wishRef.current = null;
          props.onBlur?.();
        }}
        allowsCustomValue
        allowsEmptyCollection={false}
        menuTrigger="manual"
        isInvalid={messages.length > 0}
        {...given({
          isRequired,
          isDisabled,
          'aria-describedby': props.maxLength === undefined ? undefined : `${id}-note`,
        })}
      >
        <RichLabel {...props} />
        <TypedInput
          ref={ref}
          {...given({ form: props.form })}
          className="ui-input"
          name={name}
          autoComplete={props.autoComplete ?? 'off'}
          autoCapitalize={props.autoCapitalize}
          {...asWritten}
          inputMode={props.inputMode}
          enterKeyHint={props.enterKeyHint}
          maxLength={props.maxLength}
          onKeyDown={({ key }) => {
            if (key === 'Escape') wishRef.current = null;
            if (key === 'ArrowDown' || key === 'ArrowUp') wishRef.current = 'open';
          }}
          onLetter={() => {
            wishRef.current = 'open';
          }}
        />
        <RichMessages messages={messages} />
        {props.maxLength !== undefined && <FieldNote id={`${id}-note`} text={notice} />}
        {list}
        <WishedList wishRef={wishRef} isEmpty={offers.length === 0} />
      </AriaComboBox>
    </FieldFrame>
  );
}

interface TypedInputProps extends InputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onLetter: () => void;
}

/**
 * Withholds the text from react-aria's input, which would render the whole field at every letter. react-aria reads
 * the text from `inputValue` instead.
 */
function TypedInput({ ref, onLetter, ...input }: TypedInputProps) {
  const { value, onChange } = use(TypedContext);
  const { initial, noteTyped } = useOwnValue(ref, value, onChange);
  useTidied(ref, { onChange });
  const context = use(InputContext);
  const withoutText = useMemo(() => ({ ...context, value: undefined, onChange: undefined }), [context]);
  return (
    <InputContext value={withoutText}>
      <Input
        {...input}
        ref={ref}
        defaultValue={initial}
        dir="auto"
        onChange={(event) => {
          const { value: text } = event.currentTarget;
          onLetter();
          noteTyped(text);
          onChange(isComposed(event.nativeEvent) ? text : withoutUnseen(text));
        }}
      />
    </InputContext>
  );
}

interface Place {
  /** The position of the input in the window. */
  readonly top: number;
  readonly scrolled: number;
}

function placeOf(input: HTMLElement | null): Place | null {
  return input && { top: input.getBoundingClientRect().top, scrolled: window.scrollY };
}

/**
 * Whether the page grew or shrank above the input, and the browser scrolled to keep the input in place. react-aria
 * closes the list at any scrolling.
 */
function hasPageMoved(before: Place | null, now: Place | null): boolean {
  if (before === null || now === null) return false;
  return before.scrolled !== now.scrolled && Math.abs(before.top - now.top) < 1;
}

/**
 * A letter or an arrow requests the list; Escape, leaving the field or closing the list cancels that. A choice closes
 * the list.
 */
type ListWish = 'open' | 'shut' | null;

/**
 * Opens the list once it has entries, because suggestions arrive well after the last letter. Also closes it after a
 * choice: react-aria does not, because this component controls text and choice.
 */
function WishedList({ wishRef, isEmpty }: { wishRef: RefObject<ListWish>; isEmpty: boolean }) {
  const list = use(ComboBoxStateContext);
  const isOpening = useRef(false);
  useEffect(() => {
    if (list === null) return;
    // The list opens in a transition. By then the applicant may have pressed Escape or left the field.
    const hasOpened = isOpening.current && list.isOpen;
    if (hasOpened) isOpening.current = false;
    if (hasOpened && wishRef.current === null) {
      list.close();
    } else if (wishRef.current === 'shut') {
      wishRef.current = null;
      list.close();
    } else if (wishRef.current === 'open' && !isEmpty && !list.isOpen && list.isFocused) {
      isOpening.current = true;
      startTransition(() => list.open(null, 'input'));
    }
  });
  return null;
}

function OfferList({ offers }: { readonly offers: readonly Suggestion[] }) {
  return (
    <Popover className="ui-list-popover ui-offers-popover ui-raised" offset={4} placement="bottom start">
      <OpenList />
      <ListBox className="ui-list-box" items={offers}>
        {(offer) => (
          <ListBoxItem
            id={offer.id}
            textValue={offer.text}
            className={`ui-list-item ${offer.id === CREATE_ID ? 'ui-list-create' : ''}`}
          >
            <span>
              {offer.text}
              {(offer.sub_text ?? '') !== '' && (
                <span className="ui-list-sub ui-quiet">{offer.sub_text}</span>
              )}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

function OpenList() {
  const list = use(ComboBoxStateContext);
  return <Layer onBack={() => list?.close()} />;
}
