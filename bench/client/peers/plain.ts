// A static page of HTML alone. All others are compared with it.
import type { BenchField, BenchForm } from '../form.ts';

export function plainPage(form: BenchForm): string {
  return form
    .map(
      ({ title, fields }) =>
        `<fieldset><legend>${escape(title)}</legend>${fields.map(field).join('')}</fieldset>`,
    )
    .join('');
}

function field(question: BenchField): string {
  const { key, kind, label, hint, options, maxChars } = question;
  const id = escape(key);
  const shared =
    `id="${id}" name="${id}"` +
    (question.isRequired ? ' required' : '') +
    (question.autocomplete === '' ? '' : ` autocomplete="${escape(question.autocomplete)}"`);
  const note = hint === '' ? '' : `<small>${escape(hint)}</small>`;
  const caption = `<label for="${id}">${escape(label)}</label>${note}`;
  switch (kind) {
    case 'text':
      return `<p>${caption}<input ${shared} maxlength="${maxChars}"></p>`;
    case 'date':
      return `<p>${caption}<input type="date" ${shared}></p>`;
    case 'textarea':
      return `<p>${caption}<textarea ${shared}></textarea></p>`;
    case 'checkbox':
      return `<p><label><input type="checkbox" ${shared} value="true"> ${escape(label)}</label></p>`;
    case 'select':
      return `<p>${caption}<select ${shared}><option value="">--</option>${options
        .map((option) => `<option value="${escape(option.value)}">${escape(option.label)}</option>`)
        .join('')}</select></p>`;
    case 'radio':
      return `<fieldset><legend>${escape(label)}</legend>${options
        .map(
          (option) =>
            `<label><input type="radio" name="${id}" value="${escape(option.value)}"> ${escape(option.label)}</label>`,
        )
        .join('')}</fieldset>`;
    default:
      return kind satisfies never;
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
