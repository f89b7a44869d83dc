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
