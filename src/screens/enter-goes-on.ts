/** A box of one line; a list that is open takes Enter itself, to pick an entry. */
const ONE_LINE = '.form-section input:not([type=radio], [type=checkbox], [type=file], [aria-expanded=true])';
/** Of a group of radios, the browser reaches one. */
const FIELDS = '.form-section :is(input:not([type=file]), select, textarea):not([tabindex="-1"])';

/** Safari ends a composition before the Enter that ended it, which has this code and says no more of it. */
const COMPOSING = 229;

/**
 * Enter in a box of one line goes to the next field, as the keyboards of phones say. In the last one it does nothing.
 * A native listener, because the library's fields keep their keys to themselves.
 *
 * @returns a function that ends it
 */
export function letEnterGoOn(page: HTMLElement): () => void {
  const goOn = (event: KeyboardEvent) => {
    const { target, key, isComposing, keyCode } = event;
    if (key !== 'Enter' || isComposing || keyCode === COMPOSING) return;
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!(target instanceof HTMLElement) || !target.matches(ONE_LINE)) return;
    const fields = [...page.querySelectorAll<HTMLElement>(FIELDS)];
    // One that is not rendered does not take the focus.
    fields.slice(fields.indexOf(target) + 1).some((field) => {
      field.focus();
      return document.activeElement === field;
    });
  };
  page.addEventListener('keydown', goOn);
  return () => page.removeEventListener('keydown', goOn);
}
