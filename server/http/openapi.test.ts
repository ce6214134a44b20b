import { BaseResolver, createConfig, lintDocument, Source } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { withoutNames } from '#server/testing/described.ts';
import { useTestServer } from '#server/testing/test-server.ts';
import type { Operation } from './openapi.ts';

const server = useTestServer();

test('redocly finds no error in the description, and every body has a name', async () => {
  const { text, body } = await server().visitor().get('/openapi.json');
  const config = await createConfig({ extends: ['recommended'] });
  const source = new Source('openapi.json', text);
  const problems = await lintDocument({
    document: { source, parsed: body },
    externalRefResolver: new BaseResolver(config.resolve),
    config,
  });
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  const bodies = Object.values<Record<string, Operation>>(body.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((one) => one?.content?.['application/json'] ?? []),
    ),
  );
  expect(bodies.length).toBeGreaterThan(100);
  for (const { schema } of bodies) expect(Object.keys(schema ?? {})).toEqual(['$ref']);
});

test(
  'the description names every key of an answer, with its label and its limit',
  { tags: 'slow' },
  async () => {
    const { body } = await server().visitor().get('/openapi.json');
    const { answers } = withoutNames(
      body.paths['/api/answer'].put.requestBody.content['application/json'].schema,
      body.components.schemas,
    ).properties;
    expect(answers.additionalProperties).toBe(false);
    expect(answers.properties).toMatchObject({
      zip: { type: 'string', title: 'ZIP or postal code', maxLength: 45 },
      country_desc: { maxLength: 200 },
      legal_agree: { enum: ['', 'true', false, true] },
      submit_date: { enum: [''] },
      college_2_name: { title: expect.stringMatching(/^College 2: /) },
    });
    expect(answers.properties).not.toHaveProperty('zip_desc');
    const applicant = await server().applicant();
    for (const [key, { enum: allowed }] of Object.entries<{ enum?: string[] }>(answers.properties))
      expect(
        await applicant.put('/api/answer', { answers: { [key]: allowed?.at(-1) ?? 'x' } }),
      ).toMatchObject({
        status: 200,
      });
  },
);

test('the description names the questions that take a file, and the paths for operators', async () => {
  const { body } = await server().visitor().get('/openapi.json');
  expect(body.paths['/api/document-answer/{key}'].delete.parameters[0]).toMatchObject({
    name: 'key',
    schema: { enum: expect.arrayContaining(['college_transcript', 'college_2_transcript']) },
  });
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/healthz', '/readyz']));
});

test('the description distinguishes the printout from the attached documents', async () => {
  const { body } = await server().visitor().get('/openapi.json');
  const schema = withoutNames(
    body.paths['/export/applications/{id}'].get.responses['200'].content['application/json'].schema,
    body.components.schemas,
  );
  expect(schema.properties).toMatchObject({
    document: { description: expect.stringMatching(/^The printout: /) },
    documents: { description: expect.stringMatching(/^The attached files that were converted /) },
    document_answer: { description: expect.stringMatching(/^The files that the applicant attached, /) },
  });
});

test('every call says what it does, and names all statuses that it can have', async () => {
  const { body } = await server().visitor().get('/openapi.json');
  const operations = Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  );
  for (const { name, tags, summary, responses } of operations) {
    expect(`${name}: ${summary}`).toMatch(/: [A-Z].{10,}\.$/);
    expect(body.tags).toContainEqual({ name: tags[0] });
    expect(responses).not.toHaveProperty('default');
  }
  const statusesOf = (wanted: string) =>
    Object.keys(operations.find(({ name }) => name === wanted)?.responses ?? {}).join(' ');
  expect(statusesOf('post /public/login')).toBe('200 400 401 403 408 413 415 422 429 500 503');
  expect(statusesOf('put /api/answer')).toBe('200 400 401 403 408 409 412 413 415 422 429 500 503');
  expect(statusesOf('get /export/applications/{id}')).toBe('200 400 401 404 422 429 500 503');
  expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length);
});

test('the description of an exported application names its answers', async () => {
  const { body } = await server().visitor().get('/openapi.json');
  const schema = withoutNames(
    body.paths['/export/applications/{id}'].get.responses['200'].content['application/json'].schema,
    body.components.schemas,
  );
  expect(schema.properties.answer.properties).toMatchObject({
    zip: { type: 'string', title: 'ZIP or postal code' },
    country_desc: { type: 'string' },
    submit_date: { type: 'string', format: 'date-time' },
  });
  // A submission of an earlier release may have other answers.
  expect(schema.properties.answer.additionalProperties).toEqual({ type: 'string' });
});

test('people read the same on a page without script', async () => {
  const visitor = server().visitor();
  const { body } = await visitor.get('/openapi.json');
  const { status, headers, text } = await visitor.get('/openapi');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).not.toMatch(/<script|src=|\son\w+=/);
  for (const [path, methods] of Object.entries<Record<string, Operation>>(body.paths))
    for (const [method, { summary, responses }] of Object.entries(methods)) {
      expect(text).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
      expect(text).toContain(`<p>${summary} `);
      for (const [code, { description }] of Object.entries(responses))
        expect(text).toContain(
          `<li>${code}: ${description.replaceAll(/['"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}`,
        );
    }
  expect(text).toContain('College 2: ');
});
