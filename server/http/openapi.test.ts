import { expect, test } from 'vitest';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer();

test('the description names every key of an answer, with its label and its limit', async () => {
  const { body } = await server().visitor().get('/openapi.json');
  const { answers } = body.paths['/api/answer'].put.requestBody.content['application/json'].schema.properties;
  expect(answers.additionalProperties).toBe(false);
  expect(answers.properties).toMatchObject({
    zip: { type: 'string', title: 'ZIP or postal code', maxLength: 45 },
    country_desc: { maxLength: 200 },
    legal_agree: { enum: ['', 'true'] },
    submit_date: { enum: [''] },
    college_2_name: { title: expect.stringMatching(/^College 2: /) },
  });
  expect(answers.properties).not.toHaveProperty('zip_desc');
  const applicant = await server().applicant();
  for (const [key, { enum: allowed }] of Object.entries<{ enum?: string[] }>(answers.properties))
    expect(await applicant.put('/api/answer', { answers: { [key]: allowed?.at(-1) ?? 'x' } })).toMatchObject({
      status: 200,
    });
});

test('the description names the questions that take a file, and the paths for operators', async () => {
  const { body } = await server().visitor().get('/openapi.json');
  expect(body.paths['/api/document-answer/{key}'].delete.parameters[0]).toMatchObject({
    name: 'key',
    schema: { enum: expect.arrayContaining(['college_transcript', 'college_2_transcript']) },
  });
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/healthz', '/readyz']));
});

test('the description tells the printout from the attached documents', async () => {
  const { body } = await server().visitor().get('/openapi.json');
  const { schema } = body.paths['/export/applications/{id}'].get.responses['200'].content['application/json'];
  expect(schema.properties).toMatchObject({
    document: { description: expect.stringMatching(/^The printout: /) },
    documents: { description: expect.stringMatching(/^The attached files that were converted /) },
    document_answer: { description: expect.stringMatching(/^The files that the applicant attached, /) },
  });
});
