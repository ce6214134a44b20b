import { withoutNames } from '#server/testing/described.ts';
import { send } from '../http.ts';

export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

export interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

/** One call, as described by the OpenAPI document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body: Schema | undefined;
  readonly query: readonly Parameter[];
}

interface Described {
  readonly parameters?: readonly (Parameter & { readonly in: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

export async function operationsOf(base: string): Promise<Operation[]> {
  const { body } = await send(base, 'GET', '/openapi.json');
  const paths = body.paths as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      body: withoutNames(requestBody?.content['application/json'].schema, body.components.schemas),
      query: parameters.filter((parameter) => parameter.in === 'query'),
    })),
  );
}
