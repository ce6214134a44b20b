import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import 'survey-core/survey-core.css';
import { Survey } from 'survey-react-ui';
import { form } from './form-data.ts';
import type { BenchField } from '../form.ts';

const types = {
  text: 'text',
  date: 'text',
  textarea: 'comment',
  select: 'dropdown',
  radio: 'radiogroup',
  checkbox: 'boolean',
};

function element({ key, kind, label, hint, isRequired, maxChars, options, when, autocomplete }: BenchField) {
  return {
    type: types[kind],
    name: key,
    title: label,
    description: hint,
    isRequired,
    ...(kind === 'text' && { maxLength: maxChars, autocomplete }),
    ...(kind === 'date' && { inputType: 'date' }),
    ...(kind === 'checkbox' && { renderAs: 'checkbox' }),
    ...(options.length > 0 && {
      choices: options.map((option) => ({ value: option.value, text: option.label })),
    }),
    ...(when && { visibleIf: when.values.map((value) => `{${when.key}} = '${value}'`).join(' or ') }),
  };
}

const model = new Model({
  elements: form.map(({ title, fields }) => ({
    type: 'panel',
    name: title,
    title,
    elements: fields.map(element),
  })),
});
const root = document.getElementById('root');
if (root) createRoot(root).render(<Survey model={model} />);
