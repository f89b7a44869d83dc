import { onTestFinished, vi } from "vitest";

/** Until the test is over, frames come before anything that is not drawn at once, as on a machine with much else to do. */
export function earlyFrames(): void {
  const frames = vi.spyOn(window, "requestAnimationFrame").mockImplementation((run) => {
    queueMicrotask(() => run(0));
    return 0;
  });
  onTestFinished(() => frames.mockRestore());
}
