// Runs inside the page under measurement, before any script of its own.

interface Typed {
  readonly letter: string;
  readonly at: number;
}

interface Bench {
  lcp: number;
  firstFieldAt: number | null;
  shift: number;
  blocked: number;
  /** The longest task since the product began to hydrate its page. */
  longestHydrating: number;
  lastLongTask: number;
  readonly typed: Typed[];
  readonly keys: number[];
  firstField: () => HTMLInputElement | undefined;
  holdFocus: () => void;
  release: () => void;
  scrollToCountry: () => void;
  chooseCountry: () => Promise<number | null>;
}

declare global {
  interface Window {
    bench: Bench;
  }
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
  }
  interface PerformanceObserverInit {
    durationThreshold?: number;
  }
}

export function prepare(): void {
  const LONG_TASK_MS = 50;
  const COUNTRY = 'France';
  const observe = (type: string, use: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true });
  const painted = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve());
        port1.start();
        port2.postMessage(0);
      });
    });
  const isSeen = (element: Element) => element.getClientRects().length > 0;
  let takenOverAt = Number.POSITIVE_INFINITY;
  Object.defineProperty(window, 'isTakenOver', {
    get: () => takenOverAt < Number.POSITIVE_INFINITY,
    set: () => {
      takenOverAt = performance.now();
    },
  });
  let focusTimer: ReturnType<typeof setInterval> | undefined;

  async function chooseNative(select: HTMLSelectElement, value: string): Promise<number> {
    const start = performance.now();
    select.focus();
    await painted();
    select.value = value;
    select.dispatchEvent(new Event('input', { bubbles: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await painted();
    return performance.now() - start;
  }

  async function chooseCustom(control: HTMLElement): Promise<number | null> {
    const start = performance.now();
    const press = (element: Element, names: readonly string[]) => {
      for (const name of names) {
        const Kind = name.startsWith('pointer') ? PointerEvent : MouseEvent;
        element.dispatchEvent(new Kind(name, { bubbles: true, cancelable: true, composed: true, button: 0 }));
      }
    };
    const all = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
    control.focus();
    press(control, all);
    for (;;) {
      const option = [...document.querySelectorAll('[role=option], .choices__item--choice')].find(
        (found) => found.textContent.trim() === COUNTRY && isSeen(found),
      );
      if (option) {
        press(option.querySelector('.sv-list__item-body') ?? option, all);
        await painted();
        return performance.now() - start;
      }
      if (performance.now() - start > 8000) return null;
      await painted();
    }
  }

  function nativeCountry(): { readonly select: HTMLSelectElement; readonly value: string } | undefined {
    const select = [...document.querySelectorAll('select')].find(
      ({ id, name }) => id.endsWith('country') || name.endsWith('country'),
    );
    const option = [...(select?.options ?? [])].find(({ text }) => text === COUNTRY);
    return select && option && select.closest('.choices') === null
      ? { select, value: option.value }
      : undefined;
  }

  function countryControl(): HTMLElement | undefined {
    const label = [...document.querySelectorAll('label, .sd-question__title, legend, span')].find((found) =>
      /^Country(\s|\*|$)/.test(found.textContent.trim()),
    );
    const question = label?.closest('.formio-component, .sd-question');
    return (
      question?.querySelector<HTMLElement>('.choices, .sd-dropdown, [role=combobox]') ??
      question?.querySelector<HTMLElement>('input') ??
      undefined
    );
  }

  window.bench = {
    lcp: 0,
    firstFieldAt: null,
    shift: 0,
    blocked: 0,
    longestHydrating: 0,
    lastLongTask: 0,
    typed: [],
    keys: [],
    firstField: () =>
      [...document.querySelectorAll('input')].find(
        (input) =>
          (input.type === 'text' || input.type === '') &&
          !input.readOnly &&
          isSeen(input) &&
          input.closest('[role=combobox], .sd-dropdown, .choices') === null,
      ),
    holdFocus: () => {
      focusTimer = setInterval(() => {
        const field = window.bench.firstField();
        if (field && document.activeElement !== field) field.focus();
      }, 25);
    },
    release: () => clearInterval(focusTimer),
    scrollToCountry: () => (nativeCountry()?.select ?? countryControl())?.scrollIntoView({ block: 'center' }),
    chooseCountry: async () => {
      const native = nativeCountry();
      if (native) return chooseNative(native.select, native.value);
      const control = countryControl();
      return control ? chooseCustom(control) : null;
    },
  };
  const { bench } = window;
  const watch = () => {
    if (bench.firstField()) bench.firstFieldAt = performance.now();
    else requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
  observe('largest-contentful-paint', ({ startTime }) => (bench.lcp = startTime));
  observe('layout-shift', (entry) => {
    if (
      'value' in entry &&
      typeof entry.value === 'number' &&
      !('hadRecentInput' in entry && entry.hadRecentInput === true)
    ) {
      bench.shift += entry.value;
    }
  });
  observe('longtask', ({ startTime, duration }) => {
    bench.blocked += duration - LONG_TASK_MS;
    if (startTime + duration > takenOverAt)
      bench.longestHydrating = Math.max(bench.longestHydrating, duration);
    bench.lastLongTask = startTime + duration;
  });
  addEventListener(
    'input',
    (event) => {
      if ('data' in event && typeof event.data === 'string') {
        bench.typed.push({ letter: event.data, at: performance.now() });
      }
    },
    true,
  );
  addEventListener(
    'keydown',
    (event) => {
      const { timeStamp } = event;
      void painted().then(() => bench.keys.push(performance.now() - timeStamp));
    },
    true,
  );
}
