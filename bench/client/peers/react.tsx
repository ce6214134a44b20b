import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { form } from './form-data.ts';
import type { BenchField } from '../form.ts';

type Answers = Readonly<Record<string, string>>;

interface FieldProps {
  readonly field: BenchField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Controlled inputs over one store: React as most people write it, with no library. */
function Form() {
  const [answers, setAnswers] = useState<Answers>({});
  return form.map(({ title, fields }) => (
    <fieldset key={title}>
      <legend>{title}</legend>
      {fields
        .filter(({ when }) => when === undefined || when.values.includes(answers[when.key] ?? ''))
        .map((field) => (
          <Field
            key={field.key}
            field={field}
            value={answers[field.key] ?? ''}
            onChange={(value) => setAnswers((before) => ({ ...before, [field.key]: value }))}
          />
        ))}
    </fieldset>
  ));
}

function Field({ field, value, onChange }: FieldProps) {
  const { key, kind, label, hint, options } = field;
  if (kind === 'radio') {
    return (
      <fieldset>
        <legend>{label}</legend>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={key}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <p>
      <label htmlFor={key}>{label}</label>
      {hint !== '' && <small>{hint}</small>}
      <Control field={field} value={value} onChange={onChange} />
    </p>
  );
}

function Control({ field, value, onChange }: FieldProps) {
  const { key, kind, options, autocomplete, maxChars, isRequired } = field;
  const shared = { id: key, name: key, value, required: isRequired, autoComplete: autocomplete };
  if (kind === 'select') {
    return (
      <select {...shared} onChange={({ target }) => onChange(target.value)}>
        <option value="">--</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'textarea') return <textarea {...shared} onChange={({ target }) => onChange(target.value)} />;
  if (kind === 'checkbox') {
    return (
      <input
        id={key}
        name={key}
        type="checkbox"
        checked={value === 'true'}
        onChange={({ target }) => onChange(target.checked ? 'true' : '')}
      />
    );
  }
  return (
    <input {...shared} type={kind} maxLength={maxChars} onChange={({ target }) => onChange(target.value)} />
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Form />);
