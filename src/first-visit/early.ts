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
 * - After a reload or a return, it notes which fields the visitor changes. The browser restores the other fields from
 *   an earlier time, without an event (`first-look.ts`).
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

  const entered: Record<string, true> = {};
  if (isReturn) window.entered = entered;
  let hasEntered = false;
  const noteEntry = (field: EventTarget | null) => {
    const name: unknown = field && Reflect.get(field, 'name');
    if (typeof name !== 'string' || name === '') return;
    hasEntered = true;
    entered[name.replace(/-.*/, '')] = true;
    delete window.earlyPress;
  };
  // Whoever was quicker than this script is still in the field.
  noteEntry(document.activeElement);
  addEventListener('input', ({ target }) => noteEntry(target), true);

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
        if (!hasEntered || !isForHere) return;
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
