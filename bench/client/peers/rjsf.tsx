import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { createRoot } from 'react-dom/client';
import { form } from './form-data.ts';
import type { BenchField } from '../form.ts';

function property({ kind, label, hint, maxChars, options }: BenchField): RJSFSchema {
  const shared = { title: label, description: hint };
  if (kind === 'checkbox') return { ...shared, type: 'boolean' };
  if (kind === 'date') return { ...shared, type: 'string', format: 'date' };
  if (options.length === 0) return { ...shared, type: 'string', maxLength: maxChars };
  return {
    ...shared,
    type: 'string',
    oneOf: options.map(({ value, label: title }) => ({ const: value, title })),
  };
}

function section(title: string, fields: readonly BenchField[]): RJSFSchema {
  const properties = (wanted: readonly BenchField[]) =>
    Object.fromEntries(wanted.map((field) => [field.key, property(field)]));
  return {
    type: 'object',
    title,
    properties: properties(fields.filter(({ when }) => when === undefined)),
    required: fields.filter(({ isRequired, when }) => isRequired && !when).map(({ key }) => key),
    allOf: fields.flatMap((field) =>
      field.when
        ? {
            if: {
              properties: { [field.when.key]: { enum: [...field.when.values] } },
              required: [field.when.key],
            },
            // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
            then: { properties: properties([field]) },
          }
        : [],
    ),
  };
}

const schema: RJSFSchema = {
  type: 'object',
  properties: Object.fromEntries(
    form.map(({ title, fields }, index) => [`s${index}`, section(title, fields)]),
  ),
};

const widgets: Partial<Record<BenchField['kind'], string>> = { radio: 'radio', textarea: 'textarea' };
const uiSchema: UiSchema = Object.fromEntries(
  form.map(({ fields }, index) => [
    `s${index}`,
    {
      'ui:order': [...fields.filter(({ when }) => !when).map(({ key }) => key), '*'],
      ...Object.fromEntries(
        fields.map(({ key, kind, autocomplete }) => [
          key,
          { 'ui:widget': widgets[kind], 'ui:autocomplete': autocomplete },
        ]),
      ),
    },
  ]),
);

const root = document.getElementById('root');
if (root) createRoot(root).render(<Form schema={schema} uiSchema={uiSchema} validator={validator} />);
