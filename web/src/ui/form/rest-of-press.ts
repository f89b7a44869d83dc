/** Where and when the pointer was pressed last, in milliseconds of the page's clock. */
let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
/** Until when the rest of that press is ignored. */
let ignoredUntil = Number.NEGATIVE_INFINITY;
let isWatching = false;

/** What came was called for by a press that is no longer ago, so that its pointer may still rest there. */
const RECENT_MS = 3_000;
/** No double click is slower. */
const REST_MS = 1_000;
/** A hand that clicks again moves the pointer less. */
const RESTING_PX = 10;

const presses = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"] as const;

/** Follows the pointer's presses for {@link ignoreRestOfPress}, from now on. */
export function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  // Before all who hear of them.
  for (const type of presses) addEventListener(type, meet, { capture: true });
  addEventListener("pointermove", follow, { capture: true });
}

/**
 * Something comes by itself under a pointer that was just pressed, such as the next ticket after Send: for a second, or until
 * the pointer has moved, its presses are the rest of a double click and mean nothing of what is there now. Keys always count.
 */
export function ignoreRestOfPress(): void {
  const now = performance.now();
  if (now - last.at < RECENT_MS) ignoredUntil = now + REST_MS;
}

function meet(event: MouseEvent) {
  // Keys, and programs that press for somebody, make clicks without a place.
  if (event.type === "click" && event.detail === 0) return;
  follow(event);
  if (performance.now() < ignoredUntil) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (event.type === "pointerdown") {
    last = { at: performance.now(), x: event.clientX, y: event.clientY };
  }
}

function follow({ clientX, clientY }: MouseEvent) {
  if (Math.hypot(clientX - last.x, clientY - last.y) > RESTING_PX) ignoredUntil = Number.NEGATIVE_INFINITY;
}
