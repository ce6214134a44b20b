// `npm run where -- zip`: shows where a question is declared, what it says and demands, and what it depends on.
import { pageOf, questionFor } from '#form/form.ts';
import { answerKeyOf, answerKeys } from '#form/keys.ts';
import { conditionInWords, rulesInWords } from './describe-question.ts';
import { declarationsOf } from './declarations.ts';

const asked = process.argv[2] ?? '';
const key = answerKeyOf(asked);
const question = questionFor(key);

if (question === undefined) {
  const similar = key === '' ? [] : answerKeys.filter((other) => other.includes(key) || key.includes(other));
  console.error(
    asked === '' ? 'Which key? For example: npm run where -- zip' : `No question has the key ${asked}.`,
    similar.length > 0 ? `Similar: ${similar.join(', ')}` : '',
  );
  process.exitCode = 1;
} else {
  const lines = [
    ...declarationsOf(key),
    `page     ${pageOf(question.key)?.path}`,
    `label    ${question.label}`,
    `widget   ${question.kind}`,
    ...rulesInWords(question).map((rule) => `rule     ${rule}`),
    ...(question.when === undefined ? [] : [`shown if ${conditionInWords(question.when)}`]),
  ];
  console.log(lines.join('\n'));
}
