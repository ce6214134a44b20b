import { Formio } from '@formio/js';
import '@formio/js/dist/formio.form.min.css';
import { form } from './form-data.ts';
import type { BenchField } from '../form.ts';

const types = {
  text: 'textfield',
  date: 'datetime',
  textarea: 'textarea',
  select: 'select',
  radio: 'radio',
  checkbox: 'checkbox',
};

function component({
  key,
  kind,
  label,
  hint,
  isRequired,
  maxChars,
  options,
  when,
  autocomplete,
}: BenchField) {
  const values = options.map((option) => ({ value: option.value, label: option.label }));
  return {
    type: types[kind],
    key,
    label,
    description: hint,
    input: true,
    autocomplete,
    validate: { required: isRequired, ...(kind === 'text' && { maxLength: maxChars }) },
    ...(kind === 'date' && { enableTime: false, format: 'yyyy-MM-dd' }),
    ...(kind === 'select' && { data: { values } }),
    ...(kind === 'radio' && { values }),
    ...(when && {
      customConditional: `show = ${JSON.stringify(when.values)}.includes(data[${JSON.stringify(when.key)}])`,
    }),
  };
}

const root = document.getElementById('root');
if (root) {
  await Formio.createForm(root, {
    components: form.map(({ title, fields }, index) => ({
      type: 'fieldset',
      key: `s${index}`,
      legend: title,
      input: false,
      components: fields.map(component),
    })),
  });
}
