import { type ReactNode, useId } from 'react';
import type { LabelledProps } from './field-props.ts';
import { Field, useGroup } from './field.tsx';
import './field-group.css';

interface FieldGroupProps extends Partial<Pick<LabelledProps, 'id' | 'hint' | 'messages'>> {
  readonly legend: string;
  /** Checkboxes in a column, or a month and a year side by side. */
  readonly layout: 'checks' | 'month-year';
  readonly children: ReactNode;
}

/** Related fields under one legend: several checkboxes, or a month and a year. */
export function FieldGroup({ id, legend, layout, children, ...rest }: FieldGroupProps) {
  const ownId = useId();
  const props = { ...rest, id: id ?? ownId, label: legend };
  const group = useGroup(props);
  return (
    <Field {...props} {...group} optionalText={layout === 'checks' ? '' : undefined}>
      <div className={layout === 'checks' ? 'ui-stack' : 'ui-month-year'}>{children}</div>
    </Field>
  );
}
