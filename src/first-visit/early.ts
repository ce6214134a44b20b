// oxlint-disable no-restricted-globals -- an ending page has no other storage
/**
 * Runs in a prerendered page, from a file of its own, once the whole page is read and before any other script. It is a
 * classic script: the page's other scripts wait for it. If this file does not come, the page does without it.
 *
 * - After a reload or a return to the page, or for an address with a hash, it ends the first look at once, in which
 *   sections far from the screen are not laid out (`src/screens/form-page.css`), so that visitors find their place.
 * - It notes what is pressed before the client starts; the client then repeats that press (`first-look.ts`). This
 *   applies to buttons, and to the Submit of a card, also by Enter. It also applies to links to other pages once
 *   something has been entered: following the link would lose the typed text. If the visitor goes on typing, they
 *   have changed their mind, and the press is dropped.
 * - It notes which fields the visitor changes. After a reload or a return, the browser restores the other fields from
 *   an earlier time, without an event (`first-look.ts`).
 * - It saves the changed fields if the page ends before the client can store them (`left-behind.ts`). An ending page
 *   cannot wait for a key, so each text is saved beside the random numbers that hide it. A shared computer saves nothing.
 * - It has the page completed if a script does not come (`public/rescue.js`), and requests a style sheet again.
 *
 * It is at the end of the page. A browser paints what it has read before it runs a script. From a script near the top,
 * that would be a header without its page.
 */
(() => {
  const AGAIN_AFTER_MS = 3000;
  const PRESSED = 'button[type=button]:not([popovertarget]), a[href^="/"]';

  const [visit] = performance.getEntriesByType('navigation');
  const isReturn = visit instanceof PerformanceNavigationTiming && visit.type !== 'navigate';
  if (isReturn || location.hash !== '') delete document.documentElement.dataset['firstLook'];

  const entered = new Map<string, HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>();
  if (isReturn) window.entered = entered;
  const noteEntry = (field: EventTarget | null) => {
    if (!(
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement
    ))
      return;
    // The field changed last is the last one.
    entered.delete(field.name);
    entered.set(field.name, field);
    delete window.earlyPress;
  };
  // Whoever was quicker than this script is still in the field.
  noteEntry(document.activeElement);
  addEventListener('input', ({ target }) => noteEntry(target), true);

  const entry = `last-words/early/${performance.timeOrigin}`;
  const save = () => {
    const values = [...entered.values()]
      // The form of a section is hidden, and that of a card is not: addresses and passwords are never saved.
      .filter(({ form, type }) => form?.hidden === true && type !== 'password' && type !== 'file')
      .filter((field) => field.value !== '' && (!/radio|box/.test(field.type) || field.matches(':checked')))
      .map(({ name, value }) => [name, value]);
    if (values.length === 0) return;
    try {
      if (localStorage.getItem('last-words/off') !== null) return;
      const text = JSON.stringify(values);
      const noise = crypto.getRandomValues(new Uint16Array(text.length));
      const hidden = noise.map((unit, index) => unit ^ text.charCodeAt(index));
      localStorage.setItem(entry, [...noise, ...hidden].join());
    } catch {
      // Local storage is blocked or full.
    }
  };
  // Chromium closes a page that is still loading without a word, unless it listens to the first of these.
  const ends = ['beforeunload', 'pagehide', 'visibilitychange'];
  for (const end of ends) addEventListener(end, save);
  window.stopSavingEarly = () => {
    for (const end of ends) removeEventListener(end, save);
    return entry;
  };

  addEventListener(
    'submit',
    ({ submitter }) => {
      if (window.isTakenOver !== true && submitter) window.earlyPress = submitter;
    },
    true,
  );
  addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (window.isTakenOver === true || !(target instanceof Element)) return;
      const pressed = target.closest<HTMLElement>(PRESSED);
      if (!pressed) return;
      if (pressed instanceof HTMLAnchorElement) {
        const isForHere =
          event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
        if (entered.size === 0 || !isForHere) return;
        event.preventDefault();
      }
      window.earlyPress = pressed;
    },
    true,
  );

  const rescue = () => {
    const script = document.createElement('script');
    script.src = '/rescue.js';
    script.onerror = () => setTimeout(rescue, AGAIN_AFTER_MS);
    document.head.append(script);
  };
  window.rescue = rescue;
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') rescue();
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
        setTimeout(() => target.replaceWith(target.cloneNode()), AGAIN_AFTER_MS);
    },
    true,
  );
})();
