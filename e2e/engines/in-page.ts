/**
 * Functions that run in the page. They are sent as text, so none of them may use anything outside of itself. An element
 * counts as visible if it is drawn and nothing covers its middle.
 */
export interface Wanted {
  readonly kind: 'field' | 'button' | 'option' | 'suggestion' | 'radio' | 'checkbox' | 'selector';
  readonly name: string;
  /** The dialog or group that contains it. */
  readonly within?: string;
}

export interface Found {
  readonly x: number;
  readonly y: number;
  readonly tag: string;
  readonly value: string;
  readonly isChecked: boolean;
  readonly hasFocus: boolean;
}

/** Scrolls to the element and returns where it is. Null if it is not there, hidden, covered or moving. */
export async function find({ kind, name, within }: Wanted): Promise<Found | null> {
  const plain = (text: string | null | undefined) =>
    (text ?? '')
      .replace(/\s+/g, ' ')
      .replace(/ \(optional\)$/, '')
      .trim();
  const namesOf = (element: Element): string[] => [
    plain(element.getAttribute('aria-label')),
    ...(element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => plain(document.getElementById(id)?.textContent)),
    plain(element.querySelector(':scope > legend')?.textContent),
    ...('labels' in element
      ? [...(element.labels as NodeListOf<Element>)].map((label) => plain(label.textContent))
      : []),
  ];
  const isNamed = (element: Element) => namesOf(element).includes(name);
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && element.closest('[aria-hidden=true]') === null;
  const root =
    within === undefined
      ? document
      : [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=radiogroup]')].find(
          (part) => isShown(part) && namesOf(part).includes(within),
        );
  if (root === undefined) return null;
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)].filter(isShown);
  const found = {
    field: () => all('input, textarea, select, button[aria-haspopup=listbox]').find(isNamed),
    button: () =>
      all('button, a[href], [role=tab]').find(
        (element) => plain(element.textContent) === name || isNamed(element),
      ),
    option: () => all('[role=option]').find((element) => plain(element.textContent) === name),
    // More about it may stand below its name.
    suggestion: () => all('[role=option]').find((element) => plain(element.textContent).startsWith(name)),
    radio: () => all('label').find((label) => plain(label.textContent) === name),
    checkbox: () => all('label').find((label) => plain(label.textContent).startsWith(name)),
    selector: () => all(name)[0],
  }[kind]();
  if (found === undefined) return null;
  // Scrolling the page closes a list.
  found.scrollIntoView({ block: kind === 'suggestion' ? 'nearest' : 'center', behavior: 'instant' });
  const before = found.getBoundingClientRect();
  // A tab in the background draws no frames.
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (found.getBoundingClientRect().y !== before.y) return null;
  const { left, top, width, height } = found.getBoundingClientRect();
  // In a label, links may stand beside the box.
  const [x, y] = kind === 'checkbox' ? [left + 9, top + 12] : [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  if (hit === null || !(found.contains(hit) || hit.contains(found))) return null;
  const input = found.querySelector('input') ?? found;
  return {
    x,
    y,
    tag: found.tagName,
    value: 'value' in found ? String(found.value) : plain(found.textContent),
    isChecked: 'checked' in input && input.checked === true,
    hasFocus: found === document.activeElement,
  };
}

/** Selects the text of the focused field, so that the next letter replaces it. Returns whether there is any. */
export async function selectAll(): Promise<boolean> {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  field.select();
  return field.value !== '';
}

/** Chooses in the browser's own list, which a script cannot open. Returns whether there is such an option. */
export async function chooseNative(label: string, option: string): Promise<boolean> {
  const plain = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/ \(optional\)$/, '')
      .trim();
  for (const select of document.querySelectorAll('select')) {
    const isLabelled = [...select.labels].some(({ textContent }) => plain(textContent) === label);
    const choice = [...select.options].find(({ text }) => plain(text) === option);
    if (!isLabelled || choice === undefined || select.closest('[aria-hidden=true]') !== null) continue;
    select.focus();
    select.value = choice.value;
    for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
    return true;
  }
  return false;
}

/** Whether a matching text is on the screen, or can be scrolled to. */
export async function reads(pattern: string): Promise<boolean> {
  const expression = new RegExp(pattern, 'u');
  // A screen reader hears a status later than it is shown: until then, its text may be an old “Saved”.
  const places = pattern.includes('Saved') ? '.ui-status-seen' : 'body *';
  return [...document.querySelectorAll(places)].some(
    (element) =>
      ['SCRIPT', 'STYLE', 'TEMPLATE'].includes(element.tagName) === false &&
      expression.test(element.textContent.replace(/\s+/g, ' ').trim()) &&
      element.getClientRects().length > 0,
  );
}
