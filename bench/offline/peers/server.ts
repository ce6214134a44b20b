// The peers' way to the server. A call that gets a 401 waits for the login and is then sent again.
import { form } from './form-data.ts';

export type Answers = Readonly<Record<string, string>>;

const listeners = new Set<() => void>();
let login: { readonly done: Promise<void>; readonly finish: () => void } | undefined;

export const session = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isLoginNeeded: (): boolean => login !== undefined,
};

/** Every question of the form, with `''` for those without an answer. */
export async function getAnswers(): Promise<Answers> {
  const response = await send('GET', '/api/profile');
  const { answer }: { answer: Answers } = await response.json();
  const blank = form.flatMap(({ fields }) => fields.map(({ key }) => [key, ''] as const));
  return { ...Object.fromEntries(blank), ...answer };
}

/** @param idempotencyKey the server takes one save under it, however often it is sent */
export async function putAnswers(answers: Answers, idempotencyKey: string): Promise<void> {
  await send('PUT', '/api/answer', { answers }, { 'idempotency-key': idempotencyKey });
}

export async function logIn(username: string, password: string): Promise<void> {
  await send('POST', '/public/login', { username, password });
  login?.finish();
  login = undefined;
  tell();
}

async function send(method: string, path: string, body?: object, headers = {}): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  if (response.status !== 401 || path === '/public/login') throw new Error(`Status ${response.status}`);
  await untilLoggedIn();
  return send(method, path, body, headers);
}

function untilLoggedIn(): Promise<void> {
  if (login === undefined) {
    const { promise, resolve } = Promise.withResolvers<void>();
    login = { done: promise, finish: resolve };
    tell();
  }
  return login.done;
}

function tell(): void {
  for (const listener of listeners) listener();
}
