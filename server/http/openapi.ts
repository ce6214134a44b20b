import * as z from 'zod/mini';
import { errorBody, type Call } from '#contract/define-call.ts';
import { describeKeys } from '#contract/described-keys.ts';
import { tenant } from '#tenant/tenant.ts';
import { SESSION_COOKIE } from './session-cookies.ts';

/** Returns the contract as an OpenAPI 3.1 document. */
export function openApiDocument(calls: readonly Call[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${tenant.name}: graduate application`, version: '1' },
    paths: { ...paths, ...operatorPaths },
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        key: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function operation(call: Call): object {
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[^a-z]+(.)?/gi, (_, letter?: string) => letter?.toUpperCase() ?? '')}`,
    security: securityOf(call),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...parameters('header', call.headers),
    ],
    ...(call.body && { requestBody: { required: true, content: json(schemaOf(call.body, 'input')) } }),
    responses: {
      [call.status ?? 200]: {
        description: 'Done',
        ...responseHeaders(call.responseHeaders),
        ...(call.status !== 204 && { content: contentOf(call) }),
      },
      ...Object.fromEntries(
        Object.entries(call.refusals ?? {}).map(([status, { description, headers }]) => [
          status,
          { description, ...responseHeaders(headers), content: ERROR },
        ]),
      ),
      default: { description: 'Refused', content: ERROR },
    },
  };
}

function securityOf({ access }: Call): readonly object[] {
  if (access === 'applicant') return [{ session: [] }];
  return access === 'key' ? [{ key: [] }] : [];
}

function contentOf({ contentType, response }: Call): object {
  return contentType === undefined ? json(schemaOf(response, 'output')) : { [contentType]: {} };
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

type Schema = z.core.JSONSchema.BaseSchema;

function parameters(place: 'path' | 'query' | 'header', schema: z.ZodMiniType | undefined): object[] {
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

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: describeKeys,
  });
  return rest;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const ERROR = json({ $ref: '#/components/schemas/Error' });

const health = (operationId: string, codes: Readonly<Record<string, string>>) => ({
  get: {
    operationId,
    security: [],
    responses: Object.fromEntries(
      Object.entries(codes).map(([code, description]) => [
        code,
        { description, content: json({ type: 'object' }) },
      ]),
    ),
  },
});

const operatorPaths = {
  '/healthz': health('getHealthz', { 200: 'The process runs' }),
  '/readyz': health('getReadyz', { 200: 'Ready for requests', 503: 'Not ready; `parts` says why' }),
};
