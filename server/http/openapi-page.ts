import type * as z from 'zod/mini';
import { html, type Html } from '#server/adapters/html.ts';
import { smallPage, type HtmlPage } from './html-page.ts';
import type { OpenApiDocument, Operation } from './openapi.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Schemas = Readonly<Record<string, Schema>>;

/** Longer lists, such as all answers, are closed at first. */
const LINES_MAX = 12;

/** Renders the description of the API for people. It loads nothing, and needs no script. */
export function openApiPage({ tags, paths, components: { schemas } }: OpenApiDocument): HtmlPage {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const sections = tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return html`<section><h2>${name}</h2>${own.map((one) => operationPart(one.method, one.path, one.operation, schemas))}</section>`;
  });
  return smallPage(
    'The interface for programs',
    html`<p>Programs read the same as <a href="/openapi.json">openapi.json</a>. The body of every refusal is
<code>{ "message": …, "errors"?: { KEY: […] } }</code>.</p>${sections}`,
  );
}

function operationPart(method: string, path: string, operation: Operation, schemas: Schemas): Html {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const given = parameters.map(
    ({ name, in: place, required }) =>
      html`<li><code>${name}</code> (${place}${required ? '' : ', optional'})</li>`,
  );
  const answers = Object.entries(responses).map(
    ([status, { description, content }]) =>
      html`<li>${status}: ${description}${Number(status) < 300 ? contentPart(content, schemas) : ''}</li>`,
  );
  return html`<article id="${operationId}"><h3><code>${method} ${path}</code></h3><p>${summary} ${accessText(operation)}</p>
${given.length > 0 ? html`<h4>Parameters</h4><ul>${given}</ul>` : ''}
${requestBody ? html`<h4>Body</h4>${contentPart(requestBody.content, schemas)}` : ''}
<h4>Answers</h4><ul>${answers}</ul></article>`;
}

function accessText({ security: [door] }: Operation): string {
  if (door === undefined) return 'Open to everybody.';
  return 'key' in door ? 'Needs a key as bearer token.' : 'Needs the session of an applicant.';
}

function contentPart(
  content: Operation['responses'][string]['content'] = {},
  schemas: Schemas,
): readonly Html[] {
  return Object.entries(content).map(([type, { schema }]) =>
    schema === undefined ? html`<p>${type}</p>` : schemaPart(schema, schemas),
  );
}

function schemaPart(named: Schema, schemas: Schemas): Html {
  const schema = withoutName(named, schemas);
  const { properties, required = [] } = schema;
  if (properties === undefined) return html`<p><code>${typeText(schema)}</code></p>`;
  const lines = Object.entries(properties).map(([name, given]) => {
    const isOptional = required.includes(name) ? '' : ', optional';
    if (typeof given === 'boolean') return html`<li><code>${name}</code></li>`;
    const property = withoutName(given, schemas);
    const about = property.title ?? property.description;
    const inner = property.properties ? schemaPart(property, schemas) : '';
    return html`<li><code>${name}</code>: <code>${typeText(property)}</code>${isOptional}${about === undefined ? '' : `. ${about}`}${inner}</li>`;
  });
  const list = html`<ul>${lines}</ul>`;
  return lines.length > LINES_MAX
    ? html`<details><summary>${lines.length} fields</summary>${list}</details>`
    : list;
}

/** A schema in full, if only its name is given. A description beside the name counts. */
function withoutName({ $ref, ...own }: Schema, schemas: Schemas): Schema {
  return { ...schemas[$ref?.split('/').at(-1) ?? ''], ...own };
}

function typeText(schema: Schema): string {
  const { type, enum: values, anyOf, items, const: only, additionalProperties } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(partText))].join(' | ');
  if (type === 'array') return `${Array.isArray(items) ? 'any' : partText(items)}[]`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return `{ KEY: ${partText(additionalProperties)} }`;
  return typeof type === 'string' ? type : 'any';
}

function partText(schema: Schema | boolean | undefined): string {
  return typeof schema === 'object' ? typeText(schema) : 'any';
}
