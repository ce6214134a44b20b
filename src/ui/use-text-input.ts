import type { ChangeEvent, RefObject } from 'react';
import { useTextField } from 'react-aria/useTextField';
import type { Report, TypedFieldProps } from './field-props.ts';
import { labelledOptions } from './field.tsx';
import { given } from './given.ts';
import { useOwnValue, write } from './use-adopt-typed.ts';
import { useCutNotice } from './use-cut-notice.ts';

type Tag = 'input' | 'textarea';

interface TextInputOptions<T extends Tag> {
  readonly tag: T;
  readonly ref: RefObject<HTMLElementTagNameMap[T] | null>;
  /** The id of a further description. */
  readonly describing?: string | undefined;
  /** Adopts what was typed before the script ran. */
  readonly onAdopt?: Report | undefined;
  /** Changes a text as it is typed, except what an input method composes. */
  readonly rewrite?: (text: string) => string;
  /** Makes the reported value from the text. */
  readonly read?: (text: string) => string;
}

const asTyped = (text: string) => text;

/**
 * The library's text field around an input that keeps its own text. If the library held the text, it would write into
 * the input while an input method composes.
 *
 * @returns the props of the input (`ownText` last), the parts of the field, and the notice of a text that was cut
 */
export function useTextInput<T extends Tag>(
  props: TypedFieldProps,
  { tag, ref, describing, rewrite = asTyped, read = asTyped, ...options }: TextInputOptions<T>,
) {
  const adopt: Report = (text, isEarly) => props.onChange(read(rewrite(text)), isEarly);
  const { value, spellCheck, onBlur, name, type, autoComplete, inputMode, enterKeyHint, maxLength } = props;
  const { autoCapitalize, autoCorrect } = props;
  const first = useOwnValue(ref, value, options.onAdopt ?? adopt);
  const notice = useCutNotice(ref, maxLength);
  const asks = { name, type, autoComplete, autoCapitalize, autoCorrect, inputMode, enterKeyHint, maxLength };
  const { inputProps, ...parts } = useTextField<T>(
    {
      ...labelledOptions(props),
      ...given({ ...asks, onBlur, spellCheck: spellCheck?.toString(), 'aria-describedby': describing }),
      id: `${props.id}-input`,
      inputElementType: tag,
    },
    ref,
  );
  const ownText = {
    value: undefined,
    defaultValue: first,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
      const text = isComposing ? target.value : rewrite(target.value);
      if (text !== target.value) write(target, text);
      props.onChange(isComposing ? text : read(text));
    },
  };
  return { inputProps, ownText, parts, notice };
}
