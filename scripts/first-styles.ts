import postcss, { AtRule, type ChildNode, type Rule } from 'postcss';

/** The same style sheet in two parts. Each has its rules in their order. */
interface SplitStyles {
  /** What may apply to the markup before any script has changed it. */
  readonly first: string;
  /** What applies only to classes and attributes that scripts add, and in print. */
  readonly later: string;
}

/** In these, another name may stand for one that the markup does not contain. */
const ALTERNATIVES = /:(?:is|not|where|has)\((?:[^()]|\([^()]*\))*\)/g;
const CLASS = /\.(-?[_a-z][\w-]*)/gi;
const ATTRIBUTE = /\[([\w-]+)(?:([~|^$*]?=)["']?([^"'\]]*)["']?(?: [is])?)?\]/gi;
/** A visitor can open a disclosure without any script. */
const NATIVE_STATES: ReadonlySet<string> = new Set(['open']);

/** For paper. */
export const PRINT = 'print';
/** For systems that replace colors. These rules follow those whose colors they correct. */
export const FORCED_COLORS = '(forced-colors:active)';

/**
 * Splits a style sheet by what the pages contain as they are sent. When in doubt, a rule is in the first part.
 *
 * @param laterMedia the media whose rules are all in the second part
 */
export function splitStyles(
  css: string,
  pages: readonly string[],
  laterMedia: readonly string[] = [PRINT],
): SplitStyles {
  const present = namesIn(pages);
  const part = (isLater: boolean) => {
    const sheet = postcss.parse(css);
    sheet.walkRules((rule) => {
      const comesLater =
        isWithin(rule, laterMedia) || rule.selectors.every((selector) => !mayApply(selector, present));
      if (!isFrame(rule) && comesLater !== isLater) remove(rule);
    });
    if (isLater) sheet.walkAtRules('keyframes', remove);
    return sheet.toString();
  };
  return { first: part(false), later: part(true) };
}

/** Removes a node, and what contains nothing else. */
function remove(node: ChildNode): void {
  const around = atRuleAround(node);
  node.remove();
  if (around?.nodes?.length === 0) remove(around);
}

function atRuleAround({ parent }: ChildNode): AtRule | undefined {
  return parent instanceof AtRule ? parent : undefined;
}

function namesIn(pages: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const page of pages) {
    for (const [, classes = ''] of page.matchAll(/ class="([^"]*)"/g))
      for (const name of classes.split(/\s+/)) names.add(`.${name}`);
    for (const [, name = '', value = ''] of page.matchAll(/ ([\w-]+)(?:="([^"]*)")?(?=[ />])/g))
      names.add(`[${name}]`).add(`[${name}=${value}]`);
  }
  return names;
}

function isFrame(rule: Rule): boolean {
  return atRuleAround(rule)?.name.endsWith('keyframes') ?? false;
}

function isWithin(node: ChildNode, media: readonly string[]): boolean {
  const around = atRuleAround(node);
  return (
    around !== undefined && (media.includes(around.params.replaceAll(' ', '')) || isWithin(around, media))
  );
}

function mayApply(selector: string, present: ReadonlySet<string>): boolean {
  const certain = selector.replaceAll(ALTERNATIVES, '');
  const hasClasses = [...certain.matchAll(CLASS)].every(([name]) => present.has(name));
  return (
    hasClasses &&
    [...certain.matchAll(ATTRIBUTE)].every(
      ([, name = '', operator, value]) =>
        NATIVE_STATES.has(name) || present.has(operator === '=' ? `[${name}=${value}]` : `[${name}]`),
    )
  );
}
