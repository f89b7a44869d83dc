const CANDIDATES = "a[href], button, input, select, textarea, summary, iframe, [tabindex]";

/** Whether the Tab key stops at an element: shown, enabled, and of a radio group only the chosen one. */
function isTabbable(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(":disabled") || !element.checkVisibility()) return false;
  if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.checked) return true;
  return element.form?.elements.namedItem(element.name) === element;
}

/** The elements inside `root` that the Tab key stops at, in document order. */
export function tabbable(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CANDIDATES)].filter(isTabbable);
}

/** Lets a press of Tab at one end of `root`, or on itself, go on at its other end instead of leaving it. */
export function wrapTab(root: HTMLElement, event: { shiftKey: boolean; preventDefault: () => void }): void {
  const stops = tabbable(root);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge && document.activeElement !== root) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
