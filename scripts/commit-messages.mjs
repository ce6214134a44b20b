// Checks the messages of commits. As a hook: `git config core.hooksPath scripts/hooks`. For many: `node
// scripts/commit-messages.mjs main..HEAD`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SUBJECT_MAX_CHARS = 72;
const SUBJECT = /^(build|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z\d, /-]+\))?: \S/;
/** Git writes these itself, and `git rebase --autosquash` removes the second kind. */
const MADE_BY_GIT = /^(Merge |Revert "|(fixup|squash|amend)! )/;

/** @param {string} subject @returns {string | undefined} what is wrong with it */
export function whatIsWrongWith(subject) {
  if (MADE_BY_GIT.test(subject)) return undefined;
  if (subject.length > SUBJECT_MAX_CHARS) return `has ${subject.length} characters, of ${SUBJECT_MAX_CHARS}`;
  if (!SUBJECT.test(subject)) return 'does not begin with a type and a folder, such as "fix(form): "';
  if (subject.includes(';')) return 'has a semicolon: one change for each commit';
  return /[.,:]$/.test(subject) ? 'ends with a punctuation mark' : undefined;
}

/** @param {string} word a range of commits, or the file of one message */
function subjectsOf(word) {
  if (!word.includes('..')) return [readFileSync(word, 'utf8').split('\n', 1)[0] ?? ''];
  return execFileSync('git', ['log', '--format=%s', word], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const subject of subjectsOf(process.argv[2] ?? 'main..HEAD')) {
    const fault = whatIsWrongWith(subject);
    if (fault === undefined) continue;
    console.error(`“${subject}” ${fault}. See CONTRIBUTING.md, Commits.`);
    process.exitCode = 1;
  }
}
