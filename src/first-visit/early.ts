// oxlint-disable no-restricted-globals -- an ending page has no other storage
/**
 * Runs in a prerendered page, from a file of its own, once the whole page is parsed and before any other script. It is
 * a classic script: the page's other scripts wait for it. If this file does not load, the page works without it. It is
 * at the end of the page, because a browser paints what it has read before it runs a script.
 */
(() => {
  const AGAIN_AFTER_MS = 3000;
  const PRESSED = 'button[type=button]:not([popovertarget]), a[href^="/"]';

  // At first, sections far from the screen are not laid out (`src/screens/form-page.css`). On a return, or for an
  // address with a hash, lay them out at once, so that visitors find their place.
  const [visit] = performance.getEntriesByType('navigation');
  const type = visit instanceof PerformanceNavigationTiming ? visit.type : 'navigate';
  const isReturn = type !== 'navigate';
  if (isReturn || location.hash !== '') delete document.documentElement.dataset['firstLook'];

  // On a return, the browser restores earlier values of the other fields, without an event.
  const entered = new Map<string, HTMLInputElement>();
  if (isReturn) window.entered = entered;
  const noteEntry = (target: EventTarget | null) => {
    const isElement = target instanceof Element;
    const field = isElement && target.closest<HTMLInputElement>('input, select, textarea');
    if (!field) return;
    // The field that was changed last is at the end.
    entered.delete(field.name);
    entered.set(field.name, field);
    // Somebody who continues to type no longer wants the press.
    delete window.earlyPress;
  };
  // Somebody who typed before this script ran is still in the field.
  noteEntry(document.activeElement);
  addEventListener('input', ({ target }) => noteEntry(target), true);

  // An ending page cannot wait for a key, so each text is saved beside the random numbers that hide it.
  const entry = `last-words/early/${performance.timeOrigin}`;
  /** Returns whether the page can end now without losing what was entered. */
  const save = (): boolean => {
    const filled = [...entered.values()].filter(
      (field) => field.value !== '' && (!/radio|box/.test(field.type) || field.matches(':checked')),
    );
    const values = filled
      // The form of a section is hidden, and that of a card is not: addresses and passwords are never saved.
      .filter(({ form, type }) => form?.hidden === true && type !== 'password' && type !== 'file')
      .map(({ name, value }) => [name, value]);
    if (values.length === 0) return filled.length === 0;
    try {
      if (localStorage.getItem('last-words/off') !== null) return false;
      const text = JSON.stringify(values);
      const noise = crypto.getRandomValues(new Uint16Array(text.length));
      const hidden = noise.map((unit, index) => unit ^ text.charCodeAt(index));
      localStorage.setItem(entry, [...noise, ...hidden].join());
      return values.length === filled.length;
    } catch {
      // Local storage is blocked or full.
      return false;
    }
  };
  // Chromium ends a loading page without any of these events, unless the page listens to the first.
  const ends = ['beforeunload', 'pagehide', 'visibilitychange'];
  for (const end of ends) addEventListener(end, save);
  window.stopSavingEarly = () => {
    delete window.stopSavingEarly;
    for (const end of ends) removeEventListener(end, save);
    return entry;
  };

  const notePress = (event: MouseEvent) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (window.isTakenOver === true || !(target instanceof Element)) return;
    const pressed = target.closest<HTMLElement>(PRESSED);
    if (!pressed) return;
    // Following a link to another page would lose what has been entered.
    if (pressed instanceof HTMLAnchorElement) {
      if (entered.size === 0 || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
      event.preventDefault();
    }
    window.earlyPress = pressed;
  };
  addEventListener('click', notePress, true);
  const noteSubmit = ({ submitter }: SubmitEvent) => {
    if (window.isTakenOver !== true && submitter) window.earlyPress = submitter;
  };
  addEventListener('submit', noteSubmit, true);

  const notice = document.querySelector('#late');
  const isServed = () =>
    fetch('/index.html?now', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
  /**
   * A browser never requests a failed script again. So the page loads again, once, when the server can be reached and
   * if nothing that was entered is lost by it.
   */
  const loadAgain = async () => {
    if (!notice?.id) return;
    // Without its id, it is shown at once. It may have been removed from the page.
    notice.id = '';
    document.body.prepend(notice);
    notice.textContent = 'Part of this page did not load. It loads again by itself.';
    while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    const [key = ''] = document.activeElement?.getAttribute('name')?.split('-') ?? [];
    if (type !== 'reload' && save()) {
      if (key !== '') history.replaceState(history.state, '', `#${key}`);
      location.reload();
    } else notice.textContent = 'Please note down what you have typed, and load the page again.';
  };
  window.loadAgain = () => void loadAgain();
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') void loadAgain();
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
        setTimeout(() => target.replaceWith(target.cloneNode()), AGAIN_AFTER_MS);
    },
    true,
  );
})();
