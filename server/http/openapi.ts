import * as z from 'zod/mini';
import { accountDigest } from '#contract/account-digest.ts';
import { errorBody, isChange, tags, type Call, type Refusal } from '#contract/define-call.ts';
import { answersBody, answersResponse, submittedAnswers } from '#contract/answers.ts';
import { applicationDocument } from '#contract/application-document.ts';
import { describeKeys } from '#contract/described-keys.ts';
import { tenant } from '#tenant/tenant.ts';
import { SESSION_COOKIE } from './session-cookies.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** One call in the document. */
export interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly headers?: object; readonly content?: Content }>
  >;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: unknown;
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/** Returns the contract as an OpenAPI 3.1 document. Programs that make types from it find a name for each body. */
export function openApiDocument(calls: readonly Call[], publicUrl: string) {
  const names = namesOf(calls);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, names) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${tenant.name}: graduate application`, version: '1' },
    servers: [{ url: publicUrl }],
    tags: tags.map((name) => ({ name })),
    paths: { ...paths, ...operatorPaths },
    components: {
      schemas: {
        Health: { type: 'object' } satisfies Schema,
        ...schemasOf(names.taken, 'input'),
        ...schemasOf(names.given, 'output'),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        key: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

/** Schemas with a name in `components`: those that the server takes, and those that it gives. */
interface Names {
  readonly taken: Registry;
  readonly given: Registry;
}
type Registry = z.core.$ZodRegistry<{ readonly id: string }>;

function namesOf(calls: readonly Call[]): Names {
  const names: Names = { taken: z.registry(), given: z.registry() };
  names.taken.add(answersBody, { id: 'AnswersToSave' });
  names.given.add(answersResponse, { id: 'Answers' });
  names.given.add(submittedAnswers, { id: 'SubmittedAnswers' });
  names.given.add(applicationDocument, { id: 'Printout' });
  names.given.add(errorBody, { id: 'Error' });
  for (const call of calls) {
    const name = nameOf(call).replace(/^(Get|Put|Post|Delete)(Api|Public)/, '$1');
    if (call.body && !names.taken.has(call.body)) names.taken.add(call.body, { id: `${name}Body` });
    if (isJson(call) && !names.given.has(call.response))
      names.given.add(call.response, { id: `${name}Response` });
  }
  return names;
}

/** The method and the path, such as `PutApiAnswer`. */
function nameOf({ method, path }: Call): string {
  const words = `${method} ${path}`.toLowerCase().split(/[^a-z]/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

function isJson({ contentType, status }: Call): boolean {
  return contentType === undefined && status !== 204;
}

const uri = (name: string) => `#/components/schemas/${name}`;

function schemasOf(registry: Registry, io: 'input' | 'output'): Readonly<Record<string, Schema>> {
  const { schemas } = z.toJSONSchema(registry, { ...SETTINGS, io, uri });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

function refTo(schema: z.ZodMiniType, registry: Registry): Schema {
  return { $ref: uri(registry.get(schema)?.id ?? '') };
}

function operation(call: Call, names: Names): Operation {
  const name = nameOf(call);
  return {
    tags: [call.tag],
    summary: call.summary,
    operationId: name.charAt(0).toLowerCase() + name.slice(1),
    security: securityOf(call),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...parameters('header', call.headers),
      ...(call.access === 'applicant' ? parameters('header', accountDigest) : []),
    ],
    ...(call.body && { requestBody: { required: true, content: json(refTo(call.body, names.taken)) } }),
    responses: {
      [call.status ?? 200]: {
        description: 'Done',
        ...responseHeaders(call.responseHeaders),
        ...(call.status !== 204 && { content: contentOf(call, names) }),
      },
      ...Object.fromEntries(
        Object.entries(refusalsOf(call)).map(([status, { description, headers }]) => [
          status,
          { description, ...responseHeaders(headers), content: ERROR },
        ]),
      ),
    },
  };
}

const retryAfter = z.object({ 'retry-after': z.string() });

/** Returns all refusals of a call, by status: its own, and those of every call of its kind. */
export function refusalsOf(call: Call): Readonly<Record<number, Refusal>> {
  const { access, body, query, params, refusals } = call;
  const changesState = isChange(call);
  return {
    400: { description: 'The request cannot be read.' },
    ...(access === 'applicant' && {
      401: {
        description:
          'There is no session, or it has ended. Or `account-digest` names another account: `another_account` is true.',
      },
    }),
    ...(access === 'key' && { 401: { description: 'The key is missing, wrong, revoked or has ended.' } }),
    ...(changesState && {
      403: { description: 'The request comes from a page of another site.' },
      408: { description: 'The body took too long to arrive.' },
      413: { description: 'The body is too large.' },
      415: { description: 'The body is not JSON in UTF-8.' },
    }),
    ...(access === 'token' && { 404: { description: 'The link is wrong, revoked or has ended.' } }),
    ...((body ?? query ?? params ?? (changesState || undefined)) && {
      422: { description: 'The input is not valid: `errors` says why, by key.' },
    }),
    429: { description: 'Too many requests. `retry-after` is in seconds.', headers: retryAfter },
    500: { description: 'A fault of the server, which it has logged.' },
    503: { description: 'The server is busy. `retry-after` is in seconds.', headers: retryAfter },
    ...refusals,
  };
}

function securityOf({ access }: Call): Operation['security'] {
  if (access === 'applicant') return [{ session: [] }];
  return access === 'key' ? [{ key: [] }] : [];
}

function contentOf({ contentType, response }: Call, { given }: Names): Content {
  return contentType === undefined ? json(refTo(response, given)) : { [contentType]: {} };
}

function responseHeaders(schema: z.ZodMiniType | undefined): object {
  if (schema === undefined) return {};
  const { properties = {}, required } = schemaOf(schema, 'output');
  const headers = Object.entries(properties).map(([name, header]) => [
    name,
    { required: required?.includes(name) === true, schema: header },
  ]);
  return { headers: Object.fromEntries(headers) };
}

function parameters(place: Parameter['in'], schema: z.ZodMiniType | undefined): Parameter[] {
  if (schema === undefined) return [];
  const { $defs: _, ...whole } = schemaOf(schema, 'input');
  const variants: readonly Schema[] = whole.anyOf?.filter((variant) => typeof variant === 'object') ?? [
    whole,
  ];
  const names = new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})));
  return [...names].map((name) => ({
    name,
    in: place,
    required: variants.every(({ required }) => required?.includes(name) === true),
    schema: variants.map(({ properties }) => properties?.[name]).find((found) => found !== undefined),
  }));
}

const SETTINGS = { unrepresentable: 'any', override: describeKeys } as const;

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { ...SETTINGS, io });
  return rest;
}

const json = (schema: Schema): Content => ({ 'application/json': { schema } });
const ERROR = json({ $ref: '#/components/schemas/Error' });

const health = (
  operationId: string,
  summary: string,
  codes: Readonly<Record<string, string>>,
): Record<string, Operation> => ({
  get: {
    tags: ['Site'],
    summary,
    operationId,
    security: [],
    parameters: [],
    responses: Object.fromEntries(
      Object.entries(codes).map(([code, description]) => [
        code,
        { description, content: json({ $ref: uri('Health') }) },
      ]),
    ),
  },
});

const operatorPaths = {
  '/healthz': health('getHealthz', 'Says that the process runs.', { 200: 'The process runs' }),
  '/readyz': health('getReadyz', 'Says whether the server takes requests.', {
    200: 'Ready for requests',
    503: 'Not ready; `parts` says why',
  }),
};
