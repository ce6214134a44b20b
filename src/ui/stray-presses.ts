/** Within this time after another press, or after a change under the pointer, a press was meant for what was there. */
const STRAY_MS = 500;
/** For so long after a press, a change of what lies there is noticed. */
const WATCHED_MS = 5000;
const CONTROLS = 'a, button, label, input, select, textarea, [role=option], [role=tab]';
/** Buttons that act for good, or send. */
const ACTS = '.ui-button-primary, .ui-button-danger';
const PARTS_OF_A_PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];

let last: { readonly place: readonly [x: number, y: number]; readonly at: number } | undefined;
/** The control that the person saw at the place of the last press. */
let seen: Element | null = null;
let changedAt = 0;
let isChanged = false;
let isStray = false;
/** Since the last click. Safari counts the next one as its second all the same. */
let hasTyped = false;
let frame = 0;

/**
 * Ignores presses that were not meant for what they fall on: the second of a double click, once another control lies
 * under the pointer, and Enter while it is held down. May be called again.
 */
export function ignoreStrayPresses(): void {
  for (const type of PARTS_OF_A_PRESS) document.addEventListener(type, hear, true);
  document.addEventListener('pointercancel', forgetPress, true);
  document.addEventListener('input', forgetEntered, true);
  document.addEventListener('keydown', dropHeldEnter, true);
}

function hear(event: Event): void {
  if (!(event instanceof MouseEvent) || !event.isTrusted) return;
  const control = controlOf(event.target);
  const acts = control?.matches(ACTS) === true;
  if (event.type === 'pointerdown' && event instanceof PointerEvent) {
    isChanged = judge(event, control);
    // A mouse counts the clicks of a double click.
    // A Continue that replaces a Continue, or a Submit a Submit, is what was meant.
    const isSame = control?.textContent === seen?.textContent;
    isStray = isChanged && (event.pointerType === 'mouse' ? acts && !isSame : true);
  }
  const isClick = event.type === 'click';
  // A screen reader's click has no number, and no pointer before it.
  const isOfPointer = !isClick || event.detail > 0;
  const isRepeated = isClick && event.detail > 1 && !hasTyped && (acts || isChanged);
  if ((isStray && isOfPointer) || isRepeated) drop(event);
  if (isClick) isStray = hasTyped = false;
}

/** Whether the control has only just come to the place of the last press. */
function judge({ clientX, clientY, timeStamp: at }: PointerEvent, control: Element | null): boolean {
  const isNew =
    last !== undefined &&
    control !== null &&
    control !== seen &&
    at < Math.max(last.at, changedAt) + STRAY_MS &&
    control === controlAt(last.place);
  last = { place: [clientX, clientY], at };
  // Somebody who presses a third time has not looked yet, either.
  if (!isNew) seen = control;
  observer.observe(document.body, { childList: true, subtree: true });
  return isNew;
}

const observer = new MutationObserver(() => {
  frame ||= requestAnimationFrame((now) => {
    frame = 0;
    if (last === undefined || now > last.at + WATCHED_MS) observer.disconnect();
    else if (controlAt(last.place) !== seen) {
      changedAt = now;
      observer.disconnect();
    }
  });
});

/** The browser scrolls instead. */
function forgetPress(): void {
  last = undefined;
}

/** Somebody who has entered something since has looked. A choice is a click itself, which the browser rightly counts. */
function forgetEntered(event: Event): void {
  if (event instanceof InputEvent) hasTyped = true;
  forgetPress();
}

function dropHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) drop(event);
}

function controlAt(place: readonly [number, number]): Element | null {
  return controlOf(document.elementFromPoint(...place));
}

function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}

function drop(event: Event): void {
  event.preventDefault();
  // Not at once: the library's own listeners on the document end the press.
  event.stopPropagation();
}
