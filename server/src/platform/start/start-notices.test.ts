import { expect, test, vi } from "vitest";
import { announceIfSlow } from "./start-notices.ts";

test("announces slow work once, and quick or failed work never", async () => {
  vi.useFakeTimers();
  const announced: string[] = [];
  const notice = { afterMs: 5_000, tell: (words: string) => announced.push(words) };
  const after = (ms: number) => () => new Promise<number>((resolve) => setTimeout(resolve, ms, ms));
  const results = [announceIfSlow(notice, "long", after(20_000)), announceIfSlow(notice, "quick", after(4_999))];
  const failed = announceIfSlow(notice, "failed", () => Promise.reject(new Error("no"))).catch(
    (error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(4_999);
  expect(announced).toEqual([]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await Promise.all([...results, failed])).toEqual([20_000, 4_999, "no"]);
  expect(announced).toEqual(["long"]);
  vi.useRealTimers();
});
