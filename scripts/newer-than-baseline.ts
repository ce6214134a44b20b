import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import postcss from 'postcss';
import { parseSync } from 'vite';
import { BASELINE } from './baseline.ts';

/** Interfaces whose objects pages use. Rarer ones have members of everyday names, such as `run`. */
const OBJECTS =
  /^(Abort|Blob$|Broadcast|Canvas|Clipboard$|Crypto|CustomElement|DataTransfer|Document$|Element$|Event|File|FormData$|Headers$|History$|HTML|IDB|IntersectionObserver|KeyboardEvent$|Location$|Lock|MediaQuery|MouseEvent$|Mutation|Navigator$|Node|Performance|Pointer|Range$|Readable|Request$|Resize|Response$|Selection$|Service|ShadowRoot$|Storage|SubtleCrypto$|Text|Touch|URL|Visual|Window$|Worker$|Writable)/;
const SYNTAX: Readonly<Record<string, readonly string[]>> = {
  StaticBlock: ['classes', 'static', 'initialization_blocks'],
};
const PATTERNS: Readonly<Record<string, RegExp>> = {
  lookbehind_assertion: /\(\?<[=!]/,
  modifier: /\(\?[ims-]+:/,
};
const MODULE_WORKER = /^new Worker\([\s\S]*\btype:\s*['"`]module/;

/** `undefined` where there is nothing. */
function at(from: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined),
    from,
  );
}

function textAt(from: unknown, ...names: readonly string[]): string {
  const found = at(from, ...names);
  return typeof found === 'string' ? found : '';
}

function entriesOf(from: unknown): [string, unknown][] {
  return typeof from === 'object' && from !== null ? Object.entries(from) : [];
}

const OLDEST = { ...BASELINE, safari_ios: BASELINE.safari };

/** Whether one of these browsers, the oldest ones, lacks what this entry of the data describes. */
function isMissing(entry: unknown, browsers: Readonly<Record<string, string>> = OLDEST): boolean {
  const support = at(entry, '__compat', 'support');
  if (support === undefined) return false;
  return Object.entries(browsers).some(([browser, oldest]) => {
    const plain = [at(support, browser)]
      .flat()
      .find((one) => !['flags', 'prefix', 'alternative_name'].some((name) => at(one, name) !== undefined));
    const added = textAt(plain, 'version_added').replace('≤', '');
    return !/^[\d.]+$/.test(added) || isLater(added, oldest);
  });
}

function isLater(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = oldest.split('.').map(Number);
  return major === oldMajor ? minor > oldMinor : major > oldMajor;
}

/** `Object.groupBy`, `AbortSignal.any`, and globals such as `structuredClone`. */
const missing = new Set<string>();
/** For each name of a member, whether an object that has one has it in all of the oldest browsers. */
const members = new Map<string, boolean>();
const builtins = at(bcd, 'javascript', 'builtins');
const moduleWorkers = at(bcd, 'api', 'Worker', 'Worker', 'ecmascript_modules');
for (const [owner, entry] of [...entriesOf(builtins), ...entriesOf(at(bcd, 'api'))]) {
  if (isMissing(entry)) missing.add(owner);
  const isUsual = at(builtins, owner) !== undefined || OBJECTS.test(owner);
  for (const [key, member] of entriesOf(entry)) {
    if (at(member, '__compat') === undefined) continue;
    const name = key.replace(/_static$/, '');
    if (isMissing(member)) missing.add(`${owner}.${name}`);
    const isThere = !isMissing(entry) && !isMissing(member);
    if (isUsual) members.set(name, members.get(name) === true || isThere);
  }
}

/** All that Safari lacks at the baseline, as `Array.toSorted`, `URL.canParse_static` or `OffscreenCanvas`. */
export function missingInSafari(): readonly string[] {
  const { safari } = BASELINE;
  return [builtins, at(bcd, 'api')].flatMap(entriesOf).flatMap(([owner, entry]) =>
    isMissing(entry, { safari })
      ? [owner]
      : entriesOf(entry)
          .filter(([, member]) => isMissing(member, { safari }))
          .map(([name]) => `${owner}.${name}`),
  );
}

/** Everything in a script that one of the oldest browsers lacks. A method counts by its name: `.toSorted()`. */
export function missingInScript(file: string, code: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string) => missing.has(name) && found.add(name);
  walk(parseSync(file, code).program, (node) => {
    const type = textAt(node, 'type');
    if (isMissing(at(bcd, 'javascript', ...(SYNTAX[type] ?? ['none'])))) found.add(type);
    for (const name of missingInPattern(at(node, 'regex'))) found.add(name);
    if (type === 'NewExpression' || type === 'CallExpression') {
      add(textAt(node, 'callee', 'name'));
      const method = textAt(node, 'callee', 'property', 'name');
      const isNamed = missing.has(`${textAt(node, 'callee', 'object', 'name')}.${method}`);
      if (members.get(method) === false && !isNamed) found.add(`.${method}()`);
      const written = code.slice(Number(at(node, 'start')), Number(at(node, 'end')));
      if (MODULE_WORKER.test(written) && isMissing(moduleWorkers)) found.add('a worker of modules');
    }
    if (type === 'MemberExpression') {
      add(textAt(node, 'object', 'name'));
      add(`${textAt(node, 'object', 'name')}.${textAt(node, 'property', 'name')}`);
    }
  });
  return found;
}

function missingInPattern(regex: unknown): string[] {
  const names = Object.keys(PATTERNS).filter((name) => PATTERNS[name]?.test(textAt(regex, 'pattern')));
  const found = names.filter((name) => isMissing(at(bcd, 'javascript', 'regular_expressions', name)));
  const isOfSets = textAt(regex, 'flags').includes('v') && isMissing(at(builtins, 'RegExp', 'unicodeSets'));
  return isOfSets ? [...found, '/…/v'] : found;
}

function walk(node: unknown, visit: (node: unknown) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (typeof node === 'object' && node !== null) {
    visit(node);
    for (const child of Object.values(node)) walk(child, visit);
  }
}

/**
 * What in a style sheet makes one of the oldest browsers drop more than what it lacks: a group of rules, the other
 * selectors of a rule, a size that nothing else sets. Declarations that they do not know alone are for newer browsers.
 */
export function missingInStyles(css: string): ReadonlySet<string> {
  const found = new Set<string>();
  const sheet = postcss.parse(css);
  sheet.walkAtRules(({ name }) => {
    if (isMissing(at(bcd, 'css', 'at-rules', name))) found.add(`@${name}`);
  });
  sheet.walkRules(({ parent, selector, selectors }) => {
    if (parent?.type === 'rule') found.add(`nested ${selector}`);
    const isDropped = selectors.map((one) => missingInSelector(one));
    if (isDropped.includes(true) && isDropped.includes(false)) found.add(selector.replaceAll(/\s+/g, ' '));
  });
  sheet.walkDecls(({ value, prop, parent }) => {
    if (!/\d[dsl]v[hwib]\b/.test(value)) return;
    const around = parent?.parent;
    if (!(around instanceof postcss.AtRule && around.name === 'supports')) found.add(`${prop}: ${value}`);
  });
  return found;
}

/** What `:is` and `:where` do not know within them, they leave out. */
function missingInSelector(selector: string): boolean {
  const strict = selector.replaceAll(/:(is|where)\((?:[^()]|\([^()]*\))*\)/g, '');
  return [...strict.matchAll(/::?([a-z-]+)/g)].some(([, name = '']) =>
    isMissing(at(bcd, 'css', 'selectors', name)),
  );
}
