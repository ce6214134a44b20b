import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import type { LabelledProps } from './field-props.ts';
import { LabelText, MessageLines } from './field.tsx';

/** The label and the hint of a field that one of the library's components renders. */
export function RichLabel(props: LabelledProps) {
  const { hint = '' } = props;
  return (
    <>
      <Label className="ui-label">
        <LabelText {...props} />
      </Label>
      {hint !== '' && (
        <Text slot="description" elementType="div" className="ui-hint">
          {hint}
        </Text>
      )}
    </>
  );
}

export function RichMessages({ messages = [] }: Pick<LabelledProps, 'messages'>) {
  return (
    <FieldError elementType="div" className="ui-messages ui-stack">
      <MessageLines messages={messages} />
    </FieldError>
  );
}
