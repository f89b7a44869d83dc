import { onTestFinished, vi } from "vitest";

/**
 * Stops the page's clock until the test's end; it moves with `vi.advanceTimersByTimeAsync` and while the test waits for
 * the screen.
 */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    // Timers started earlier are cleared by their owners.
    shouldClearNativeTimers: true,
  });
  onTestFinished(() => void vi.useRealTimers());
}

/** Keeps toasts until the test's end, however slow the machine. */
export function keepToasts(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Returns the time at an offset from now, by the page's possibly stopped clock; negative offsets are in the past. */
export function fromNow({ days = 0, hours = 0, minutes = 0, seconds = 0 } = {}): Date {
  return new Date(Date.now() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
}

/** Until the test's end, animation frames run before any delayed rendering, as on a busy machine. */
export function earlyFrames(): void {
  const frames = vi.spyOn(window, "requestAnimationFrame").mockImplementation((run) => {
    queueMicrotask(() => run(0));
    return 0;
  });
  onTestFinished(() => frames.mockRestore());
}
