import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { BenchField } from '../../client/form.ts';
import { form } from './form-data.ts';
import { type Answers, logIn, session } from './server.ts';

/** How often letters are passed on while somebody types, so that neither library gets them later than a second. */
const THROTTLE_MS = 250;

interface FormProps {
  /** Missing until the library has read device and server. */
  readonly answers: Answers | undefined;
  readonly status: 'Saved' | 'Saving' | 'Not saved';
  readonly save: (key: string, value: string) => void;
}

/** The form of both peers: what is typed is given to the library within a quarter of a second, and stays on the screen. */
export function Form({ answers, status, save }: FormProps) {
  const [typed, setTyped] = useState<Answers>({});
  const [numHeld, setNumHeld] = useState(0);
  const isLoginNeeded = useSyncExternalStore(session.subscribe, session.isLoginNeeded);
  return (
    <>
      {isLoginNeeded && <Login />}
      {answers === undefined ? (
        <p>Loading</p>
      ) : (
        form.flatMap(({ fields }) =>
          fields
            .filter(({ when }) => when === undefined || when.values.includes(answers[when.key] ?? ''))
            .map((field) => (
              <Question
                key={field.key}
                field={field}
                value={typed[field.key] ?? answers[field.key] ?? ''}
                onType={(value) => setTyped((before) => ({ ...before, [field.key]: value }))}
                onHold={(isHolding) => setNumHeld((before) => before + (isHolding ? 1 : -1))}
                onSave={(value) => save(field.key, value)}
              />
            )),
        )
      )}
      <p role="status">{numHeld > 0 ? 'Saving' : status}</p>
    </>
  );
}

interface QuestionProps {
  readonly field: BenchField;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly onHold: (isHolding: boolean) => void;
  readonly onSave: (value: string) => void;
}

function Question({ field, value, onType, onHold, onSave }: QuestionProps) {
  const { key, kind, label, options } = field;
  const timer = useRef<number>(undefined);
  const latest = useRef(value);
  const change = (next: string) => {
    latest.current = next;
    onType(next);
    if (timer.current !== undefined) return;
    onHold(true);
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      onHold(false);
      onSave(latest.current);
    }, THROTTLE_MS);
  };
  const hasOptions = kind === 'select' || kind === 'radio';
  return (
    <p>
      <label htmlFor={key}>{label}</label>
      {hasOptions ? (
        <select id={key} name={key} value={value} onChange={({ target }) => change(target.value)}>
          {['', ...options.map((option) => option.value)].map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input id={key} name={key} value={value} onChange={({ target }) => change(target.value)} />
      )}
    </p>
  );
}

function Login() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void logIn(username, password);
  };
  return (
    <form onSubmit={submit}>
      <input
        name="username"
        aria-label="E-mail"
        value={username}
        onChange={({ target }) => setUsername(target.value)}
      />
      <input
        name="password"
        aria-label="Password"
        type="password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <button type="submit">Submit</button>
    </form>
  );
}
