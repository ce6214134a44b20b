/** What an extension does to each field of a page. Published extensions do all of this. */
export type Change = 'beside' | 'before' | 'wraps' | 'attributes' | 'styles';
export const allChanges: readonly Change[] = ['beside', 'before', 'wraps', 'attributes', 'styles'];

/**
 * Acts as password managers, spelling checkers and coupon finders do: on each field as soon as the page has it, so
 * before React hydrates it, and on later ones. It is sent as text, so it may use nothing outside of itself.
 */
export function actsAsExtension(changes: readonly Change[]): void {
  const met = new WeakSet<Element>();
  const icon = () => {
    const place = document.createElement('div');
    place.dataset['lastpassIconRoot'] = '';
    place.style.cssText = 'position: relative !important; width: 0 !important; height: 0 !important;';
    place.attachShadow({ mode: 'open' });
    return place;
  };
  const act: Record<Change, (field: HTMLElement) => void> = {
    beside: (field) => field.after(icon()),
    before: (field) => field.before(icon()),
    wraps: (field) => {
      // Moving a field takes the focus from it.
      if (field === document.activeElement) return;
      const wrap = document.createElement('span');
      wrap.style.display = 'contents';
      field.replaceWith(wrap);
      wrap.append(field);
    },
    attributes: (field) => {
      field.dataset['msEditor'] = 'true';
      field.setAttribute('spellcheck', 'false');
      field.style.setProperty('background-image', 'none');
      field.parentElement?.setAttribute('data-gramm', 'false');
      document.documentElement.dataset['darkreaderMode'] = 'dynamic';
      document.body.setAttribute('cz-shortcut-listen', 'true');
    },
    styles: (field) => {
      const style = document.createElement('style');
      style.textContent = '.extension-icon { color: inherit; }';
      field.closest('div')?.prepend(style);
      document.head.append(style.cloneNode(true));
    },
  };
  const meet = () => {
    for (const field of document.querySelectorAll<HTMLElement>('input, select, textarea')) {
      if (met.has(field)) continue;
      met.add(field);
      for (const change of changes) act[change](field);
    }
  };
  new MutationObserver(meet).observe(document, { childList: true, subtree: true });
}

/** Notes every toast, alert, dialog and error screen that any page of a tab shows. It is sent as text. */
export function notesWhatIsSaid(): void {
  const KEY = 'test/said';
  const said = new Set<string>(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
  const look = () => {
    const known = said.size;
    for (const part of document.querySelectorAll(
      // A list that somebody has opened is a dialog, too.
      '[role=alert], [role=alertdialog], [role=dialog]:not(:has([role=listbox])), .error-screen',
    )) {
      const text = part.textContent.replace(/\s+/g, ' ').trim();
      if (text !== '' && part.checkVisibility({ visibilityProperty: true })) said.add(text);
    }
    if (said.size > known) sessionStorage.setItem(KEY, JSON.stringify([...said]));
  };
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
  });
}

/** What `notesWhatIsSaid` has noted. It is sent as text. */
export function whatWasSaid(): readonly string[] {
  return JSON.parse(sessionStorage.getItem('test/said') ?? '[]');
}
