import * as z from 'zod/mini';

/** Who may make a call: anybody, a logged-in applicant, the holder of a token in the query, or a program with a key. */
export type Access = 'public' | 'applicant' | 'token' | 'key';

export const tags = [
  'Accounts',
  'Application',
  'Documents',
  'Views by a link',
  'Look-ups',
  'Export',
  'Site',
] as const;
type Tag = (typeof tags)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of specification §7. `path` may hold `:name` segments, declared in `params`. */
export interface Call {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  /** Under which heading the description of the API lists it. */
  readonly tag: Tag;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Headers that the server reads, by name in lower case. */
  readonly headers?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  /** The type of a response that is a file. */
  readonly contentType?: string;
  /** The status of a successful response; 200 if absent. */
  readonly status?: 200 | 202 | 204;
  /** Headers of a successful response, by name in lower case. */
  readonly responseHeaders?: z.ZodMiniType;
  /** Refusals besides those that every call of its kind has, by status. */
  readonly refusals: Readonly<Record<number, Refusal>>;
}

/** True for a call that changes something, which another site must not send. A log-out is a GET. */
export function isChange({ method, path }: Call): boolean {
  return method !== 'GET' || path === '/api/logout';
}

/** A refusal. Its body is that of every error. */
export interface Refusal {
  readonly description: string;
  readonly headers?: z.ZodMiniType;
}

/** What every change of an application answers once it is submitted. */
export const submittedRefusal = {
  409: { description: 'The application is submitted, so it cannot be changed.' },
} as const;

export type BodyOf<C extends Call> = C extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
export type QueryOf<C extends Call> = C extends { query: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
export type ParamsOf<C extends Call> = C extends { params: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
export type HeadersOf<C extends Call> = C extends { headers: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
export type ResponseHeadersOf<C extends Call> = C extends {
  responseHeaders: infer S extends z.ZodMiniType;
}
  ? z.output<S>
  : undefined;
export type ResponseOf<C extends Call> = z.output<C['response']>;

/** Declares a call once: the client's types, the server's validation and the OpenAPI document derive from it. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** The success body where specification §7 leaves it open. Other members are allowed. */
export const messageResponse = z.object({ message: z.string() });

/**
 * The body of every error: a sentence for the applicant, and messages per key for invalid input. `unconfirmed` is at a
 * login whose address waits for its code; `another_account` is at a session of another account than the one that the
 * request names.
 */
export const errorBody = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  unconfirmed: z.optional(z.literal(true)),
  another_account: z.optional(z.literal(true)),
});
