/** What says of itself that it opens something: here, or in another tab or a file. */
const openers = "button[aria-haspopup], button[aria-expanded], a[target=_blank], a[download]";

/**
 * From now on the second click of a double click on what opens something is none: it would close that again, or open it twice.
 * Each click of somebody who waits in between counts.
 */
export function openOnce(): void {
  addEventListener("click", ignoreSecond, { capture: true });
}

function ignoreSecond(event: MouseEvent) {
  if (event.detail < 2 || !(event.target instanceof Element) || event.target.closest(openers) === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
