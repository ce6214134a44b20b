import { type ReactNode, useId } from 'react';
import { type LabelledProps, describedBy } from './field-props.ts';
import { FieldHint, FieldMessages, LabelText } from './field.tsx';
import './field-group.css';

interface FieldGroupProps extends Partial<Pick<LabelledProps, 'id' | 'hint' | 'messages'>> {
  readonly legend: string;
  /** Checkboxes below each other, or a month and a year side by side. */
  readonly layout: 'checks' | 'month-year';
  readonly children: ReactNode;
}

/** Related fields under one legend: several checkboxes, or a month and a year. */
export function FieldGroup({ id: givenId, legend, layout, hint, messages = [], children }: FieldGroupProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <fieldset
      id={id}
      className="ui-field ui-field-group"
      data-invalid={messages.length > 0 || undefined}
      aria-describedby={describedBy({ id, hint, messages })}
    >
      <legend className="ui-label">
        <LabelText label={legend} optionalText={layout === 'checks' ? '' : undefined} />
      </legend>
      <FieldHint id={id} hint={hint} />
      <div className="ui-field-group-fields" data-layout={layout}>
        {children}
      </div>
      <FieldMessages id={id} messages={messages} />
    </fieldset>
  );
}
