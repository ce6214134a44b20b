import { defaultConfig, FormKitSchema, plugin } from '@formkit/vue';
import { createApp, h } from 'vue';
import { form } from './form-data.ts';
import type { BenchField } from '../form.ts';

function node({ key, kind, label, hint, isRequired, maxChars, options, when, autocomplete }: BenchField) {
  return {
    $formkit: kind,
    id: key,
    name: key,
    label,
    ...(hint !== '' && { help: hint }),
    ...(autocomplete !== '' && { autocomplete }),
    ...(isRequired && { validation: 'required' }),
    ...(kind === 'text' && { maxlength: maxChars }),
    ...(kind === 'select' && { placeholder: '--' }),
    ...(options.length > 0 && { options: options.map((option) => ({ ...option })) }),
    ...(when && { if: when.values.map((value) => `$get('${when.key}').value === '${value}'`).join(' || ') }),
  };
}

const schema = form.map(({ title, fields }) => ({
  $el: 'fieldset',
  children: [{ $el: 'legend', children: title }, ...fields.map(node)],
}));

createApp({ render: () => h(FormKitSchema, { schema: [{ $formkit: 'form', children: schema }] }) })
  .use(plugin, defaultConfig())
  .mount('#root');
