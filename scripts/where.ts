// `npm run where -- zip`: shows where a question is declared, what it says and demands, and what it depends on. Words
// from the screen, as in `npm run where -- Preferred`, list the questions that have them.
import { pageOf, questionFor } from '#form/form.ts';
import { answerKeyOf, answerKeys } from '#form/keys.ts';
import { fullLabelOf } from '#form/stored-keys.ts';
import { conditionInWords, rulesInWords } from './describe-question.ts';
import { declarationsOf } from './declarations.ts';
import { questionsSaying } from './questions-saying.ts';

const asked = process.argv.slice(2).join(' ');
const key = answerKeyOf(asked);
const question = questionFor(key);
const sayers: ReadonlySet<string> = new Set(questionsSaying(asked).map((one) => one.key));
/** For a word that is no key: questions with similar keys, and those that show it on the screen. */
const similar = answerKeys.filter(
  (other) => sayers.has(other) || other.includes(asked.toLowerCase()) || asked.includes(other),
);

if (question !== undefined) {
  const lines = [
    ...declarationsOf(key),
    `page     ${pageOf(question.key)?.path}`,
    `label    ${question.label}`,
    `widget   ${question.kind}`,
    ...rulesInWords(question).map((rule) => `rule     ${rule}`),
    ...(question.when === undefined ? [] : [`shown if ${conditionInWords(question.when)}`]),
  ];
  console.log(lines.join('\n'));
} else if (asked === '') {
  console.error('Which key, or which words on the screen? For example: npm run where -- zip');
  process.exitCode = 1;
} else if (similar.length > 0) {
  console.log(similar.map((other) => `${other}  ${fullLabelOf(other)}`).join('\n'));
} else {
  console.error(`No question has the key ${asked}, or these words on the screen.`);
  process.exitCode = 1;
}
