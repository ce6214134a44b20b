import type { ChangeEvent, RefObject } from 'react';
import { useTextField } from 'react-aria/useTextField';
import type { Report, TypedFieldProps } from './field-props.ts';
import { labelledOptions } from './field.tsx';
import { given } from './given.ts';
import { useOwnValue, write } from './use-adopt-typed.ts';
import { useCutNotice } from './use-cut-notice.ts';

/** For an input whose text a browser would take for misspelled. */
export const asWritten = { spellCheck: 'false', autoCorrect: 'off' } as const;

/** Whether an input method still composes the text. Rewriting it now would end the composition, or double the text. */
export function isComposed(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing;
}

type Tag = 'input' | 'textarea';
type TextRef<T extends Tag = Tag> = RefObject<HTMLElementTagNameMap[T] | null>;

/**
 * The library's text field around an input that keeps its own text (`useOwnText`). If the library held the text, it
 * would write into the input while an input method composes.
 *
 * @param describing the id of a further description
 * @returns the props of the input, the parts of the field, and the notice of a text that was cut
 */
export function useAroundText<T extends Tag>(
  props: Omit<TypedFieldProps, 'value' | 'onChange'>,
  tag: T,
  ref: TextRef<T>,
  describing: string | undefined,
) {
  const { onBlur, name, type, autoComplete, autoCapitalize, inputMode, enterKeyHint, maxLength } = props;
  const notice = useCutNotice(ref, maxLength);
  const asks = { name, type, autoComplete, autoCapitalize, inputMode, enterKeyHint, maxLength };
  const { inputProps, ...parts } = useTextField<T>(
    {
      ...labelledOptions(props),
      ...given({ ...asks, onBlur, 'aria-describedby': describing }),
      // One line is a name, an address or a code, which no browser may correct. Only prose has more.
      ...(tag === 'input' && asWritten),
      id: `${props.id}-input`,
      inputElementType: tag,
    },
    ref,
  );
  return { inputProps, parts, notice };
}

interface OwnTextOptions {
  readonly value: string;
  readonly onChange: Report;
  /** Adopts what was typed before the script ran. */
  readonly onAdopt?: Report;
  /** Changes a text as it is typed, except what an input method composes. */
  readonly rewrite?: ((text: string) => string) | undefined;
  /** Makes the reported value from the text. */
  readonly read?: (text: string) => string;
}

const asTyped = (text: string) => text;

/** The props of an input that keeps its own text. They come after all others. */
export function useOwnText(
  ref: TextRef,
  { value, onChange, onAdopt, rewrite = asTyped, read = asTyped }: OwnTextOptions,
) {
  const adopt: Report = (text, isEarly) => onChange(read(rewrite(text)), isEarly);
  const { initial, noteTyped } = useOwnValue(ref, value, onAdopt ?? adopt);
  return {
    value: undefined,
    defaultValue: initial,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const isComposing = isComposed(nativeEvent);
      const text = isComposing ? target.value : rewrite(target.value);
      if (text !== target.value) write(target, text);
      noteTyped(text);
      onChange(isComposing ? text : read(text));
    },
  };
}
