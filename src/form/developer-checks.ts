import { ADD_ANOTHER_MAX } from '#limits.ts';
import { isCalendarDate } from '#dates.ts';
import type { Tenant } from '#partner.ts';
import { DeclarationError } from './errors.ts';
import { isQuestion, questionsIn, questionsOnPage, type Element, type Page, type Repeater } from './page.ts';

/** The declarations to check: the pages, the answer keys, the partner's configuration and its data model. */
export interface Declarations {
  readonly pages: readonly Page[];
  readonly answerKeys: readonly string[];
  readonly tenant: Tenant;
  readonly dataModel: readonly string[];
}

/**
 * Finds mistakes in the declarations before an applicant does. Runs in local development only; the tests cover the
 * rest.
 *
 * @param warn called for each key that no page asks for
 * @throws {DeclarationError} at the first mistake
 * @see specification §5, Developer-only checks
 */
export function checkDeclarations(
  { pages, answerKeys, tenant, dataModel }: Declarations,
  warn: (message: string) => void,
): void {
  checkConfiguration('tenant', tenant);
  for (const { value, closes } of tenant.entryTerms)
    if (closes !== undefined && !isCalendarDate(closes))
      throw new DeclarationError(
        `The entry term ${value} closes on ${closes}, which is not a date (YYYY-MM-DD).`,
      );
  const isKey = new Set(answerKeys);
  for (const page of pages) {
    if (page.sections.length === 0)
      throw new DeclarationError(`Configuration missing: ${page.path} has no sections.`);
    for (const { id, elements } of page.sections) {
      for (const taken of [id, ...elements.flatMap(idsIn)])
        if (isKey.has(taken))
          throw new DeclarationError(`The id ${taken} on ${page.path} is the key of a question.`);
      elements.forEach(checkElement);
    }
  }
  const asked = checkKeys(pages, isKey, new Set(dataModel));
  for (const key of answerKeys) if (!asked.has(key)) warn(`The key ${key} maps to no page.`);
}

/** Throws if a value is undefined, an empty text or an empty list, at any depth. */
function checkConfiguration(path: string, value: unknown): void {
  const isMissing = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (isMissing) throw new DeclarationError(`Configuration missing: ${path}.`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) checkConfiguration(`${path}.${name}`, part);
}

/** Throws if a key is unknown, repeated or missing in the data model. Returns the path of each key's page. */
function checkKeys(
  pages: readonly Page[],
  known: ReadonlySet<string>,
  model: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const pathByKey = new Map<string, string>();
  for (const { page, key } of pages.flatMap((page) =>
    questionsOnPage(page).map(({ key }) => ({ page, key })),
  )) {
    const other = pathByKey.get(key);
    if (!known.has(key)) throw new DeclarationError(`${key} on ${page.path} is not an answer key.`);
    if (!model.has(key))
      throw new DeclarationError(`${key} on ${page.path} is not in the tenant's data model.`);
    if (other !== undefined)
      throw new DeclarationError(`${key} stands on ${other} and again on ${page.path}.`);
    pathByKey.set(key, page.path);
  }
  return pathByKey;
}

/** Ids that do not belong to questions. None may be a key, because a link to a question must lead to the question. */
function idsIn(element: Element): readonly string[] {
  if (isQuestion(element)) return [];
  switch (element.type) {
    case 'group':
    case 'one-line':
      return [element.id];
    case 'trigger':
      return [element.id, ...element.after.flatMap(idsIn)];
    case 'repeater':
      return element.components.flatMap(({ elements }) => elements.flatMap(idsIn));
    case 'tabs':
      return [element.tabId, ...element.tabs.flatMap(({ elements }) => elements.flatMap(idsIn))];
    default:
      return element satisfies never;
  }
}

function checkElement(element: Element): void {
  if (isQuestion(element)) return;
  switch (element.type) {
    case 'group':
    case 'one-line':
      return;
    case 'trigger':
      return element.after.forEach(checkElement);
    case 'repeater':
      return checkRepeater(element);
    case 'tabs': {
      const { file, tabId } = element;
      if (file !== undefined && !questionsIn(element).some(({ key }) => key === file))
        throw new DeclarationError(
          `Configuration missing: no tab of ${tabId} has the file question ${file}.`,
        );
      return element.tabs.flatMap((tab) => tab.elements).forEach(checkElement);
    }
    default:
      return element satisfies never;
  }
}

function checkRepeater({ buttonId, components }: Repeater): void {
  if (components.length === 0)
    throw new DeclarationError(`Configuration missing: ${buttonId} has no components.`);
  if (components.length > ADD_ANOTHER_MAX)
    throw new DeclarationError(
      `${buttonId} has ${components.length} components; at most ${ADD_ANOTHER_MAX} are possible.`,
    );
  components.forEach(({ elements }, index) => {
    const prefix = index === 0 ? `${buttonId}_` : `${buttonId}_${index + 1}_`;
    const stray = elements.flatMap(questionsIn).find(({ key }) => !key.startsWith(prefix));
    if (stray !== undefined)
      throw new DeclarationError(`The prefix ${prefix} is not in the key ${stray.key}.`);
    elements.forEach(checkElement);
  });
}
