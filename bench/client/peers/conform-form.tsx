import {
  type FieldMetadata,
  getCollectionProps,
  getFormProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  useForm,
} from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { form } from './form-data.ts';
import type { BenchField } from '../form.ts';

const schema = z.object(
  Object.fromEntries(form.flatMap(({ fields }) => fields).map((field) => [field.key, ruleOf(field)])),
);

function ruleOf({ kind, label, maxChars, isRequired, when }: BenchField) {
  // Conform leaves blank answers out.
  const text = z.string({ error: `${label} is required.` });
  const rule = kind === 'text' || kind === 'textarea' ? text.max(maxChars) : text;
  return isRequired && when === undefined ? rule : rule.optional();
}

type Metadata = FieldMetadata<string | undefined>;

/** Uncontrolled inputs that Conform observes, as its guide has them. */
export function ConformForm() {
  const [metadata, fields] = useForm({
    id: 'about',
    constraint: getZodConstraint(schema),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  return (
    <form {...getFormProps(metadata)} method="post">
      {form.map((section) => (
        <fieldset key={section.title}>
          <legend>{section.title}</legend>
          {section.fields
            .filter(({ when }) => when === undefined || when.values.includes(fields[when.key]?.value ?? ''))
            .map((field) => {
              const found = fields[field.key];
              return found && <Field key={field.key} field={field} metadata={found} />;
            })}
        </fieldset>
      ))}
    </form>
  );
}

function Field({ field, metadata }: { readonly field: BenchField; readonly metadata: Metadata }) {
  const { kind, label, hint, options } = field;
  const error = metadata.errors !== undefined && <small id={metadata.errorId}>{metadata.errors}</small>;
  if (kind === 'radio') {
    const boxes = getCollectionProps(metadata, { type: 'radio', options: options.map(({ value }) => value) });
    return (
      <fieldset>
        <legend>{label}</legend>
        {boxes.map(({ key, ...props }, index) => (
          <label key={key}>
            <input {...props} />
            {options[index]?.label}
          </label>
        ))}
        {error}
      </fieldset>
    );
  }
  return (
    <p>
      <label htmlFor={metadata.id}>{label}</label>
      {hint !== '' && <small>{hint}</small>}
      <Control field={field} metadata={metadata} />
      {error}
    </p>
  );
}

function Control({ field, metadata }: { readonly field: BenchField; readonly metadata: Metadata }) {
  const { kind, options, autocomplete } = field;
  if (kind === 'select') {
    const { key, ...props } = getSelectProps(metadata);
    return (
      <select key={key} {...props} autoComplete={autocomplete}>
        <option value="">--</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'textarea') {
    const { key, ...props } = getTextareaProps(metadata);
    return <textarea key={key} {...props} />;
  }
  if (kind === 'checkbox') {
    const { key, ...props } = getInputProps(metadata, { type: 'checkbox', value: 'true' });
    return <input key={key} {...props} />;
  }
  const { key, ...props } = getInputProps(metadata, { type: kind === 'date' ? 'date' : 'text' });
  return <input key={key} {...props} autoComplete={autocomplete} />;
}
