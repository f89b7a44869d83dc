/** Where and when the pointer was last pressed, in milliseconds of the page's clock. */
let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
/** The rest of that press is ignored until then. */
let ignoredUntil = Number.NEGATIVE_INFINITY;
let isWatching = false;

/** After a recent press the pointer may still rest where new content appears. */
const RECENT_MS = 3_000;
/** A double click is never slower. */
const REST_MS = 1_000;
/** A hand that double-clicks moves the pointer less than this. */
const RESTING_PX = 10;

const presses = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"] as const;

/** Starts to follow the pointer's presses, for {@link ignoreRestOfPress}. */
export function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  // Listens in the capture phase, before any other handler.
  for (const type of presses) addEventListener(type, meet, { capture: true });
  addEventListener("pointermove", follow, { capture: true });
}

/**
 * Call this when something appears by itself under a pointer that was just pressed, such as the next ticket after Send. For a
 * second, or until the pointer moves, it ignores presses as the rest of a double click. Keys always count.
 */
export function ignoreRestOfPress(): void {
  const now = performance.now();
  if (now - last.at < RECENT_MS) ignoredUntil = now + REST_MS;
}

function meet(event: MouseEvent) {
  // Keys and assistive programs make clicks without a position.
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
