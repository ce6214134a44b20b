import type * as z from 'zod/mini';
import { questions } from '#form/form.ts';
import { descKey } from '#form/keys.ts';
import { hasDesc, type Question } from '#form/question.ts';
import { fileKeys, fullLabelOf, maxCharsOf, type StoredKey } from '#form/stored-keys.ts';
import { answersBody, submittedAnswers } from './answers.ts';
import { fileKey } from './document-answer.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * For `z.toJSONSchema`: names the keys that a schema's own check accepts. A check is code, which JSON Schema cannot
 * show.
 */
export function describeKeys({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Schema }): void {
  if (zodSchema === fileKey) jsonSchema.enum = [...fileKeys];
  if (zodSchema !== answersBody && zodSchema !== submittedAnswers) return;
  delete jsonSchema.propertyNames;
  if (zodSchema === answersBody) Object.assign(jsonSchema, { type: 'object', additionalProperties: false });
  jsonSchema.properties = Object.fromEntries(
    questions.flatMap((question) =>
      question.kind === 'stamp' && zodSchema === submittedAnswers
        ? [[question.key, { type: 'string', format: 'date-time', title: fullLabelOf(question.key) }]]
        : propertiesOf(question, zodSchema === answersBody),
    ),
  );
}

/** @param isSent a client may send a checkbox as a boolean; it is stored and exported as a text */
function propertiesOf(question: Question, isSent: boolean): [StoredKey, Schema][] {
  const { key, kind } = question;
  const title = fullLabelOf(key);
  if (kind === 'stamp') return [[key, { type: 'string', title, enum: [''] }]];
  if (kind === 'checkbox') return [[key, { title, enum: isSent ? ['', 'true', false, true] : ['', 'true'] }]];
  const answer: [StoredKey, Schema] = [key, textOf(key, title)];
  return hasDesc(question) ? [answer, [descKey(key), textOf(descKey(key), `${title}, as chosen`)]] : [answer];
}

function textOf(key: StoredKey, title: string): Schema {
  const maxLength = maxCharsOf(key);
  return { type: 'string', title, ...(maxLength !== undefined && { maxLength }) };
}
