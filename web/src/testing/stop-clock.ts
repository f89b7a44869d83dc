import { onTestFinished, vi } from "vitest";

/**
 * Until the test is over the page's clock goes only as the test has it, with `vi.advanceTimersByTimeAsync`, and while the test waits
 * for the screen.
 */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    // What was begun before is ended by whoever began it.
    shouldClearNativeTimers: true,
  });
  onTestFinished(() => void vi.useRealTimers());
}

/** Until the test is over no toast goes by itself, however slow the machine is. */
export function keepToasts(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** The moment so far from now, by the clock of the page or the one that a test turns; what is negative is past. */
export function fromNow({ days = 0, hours = 0, minutes = 0, seconds = 0 } = {}): Date {
  return new Date(Date.now() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
}

/** Until the test is over, frames come before anything that is not drawn at once, as on a machine with much else to do. */
export function earlyFrames(): void {
  const frames = vi.spyOn(window, "requestAnimationFrame").mockImplementation((run) => {
    queueMicrotask(() => run(0));
    return 0;
  });
  onTestFinished(() => frames.mockRestore());
}
