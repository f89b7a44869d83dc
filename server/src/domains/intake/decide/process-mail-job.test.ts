import { expect, test } from "vitest";
import { intakeLimits } from "../intake-limits.ts";
import { processMailJob } from "./process-mail-job.ts";

test("does not fail a mail for trouble of ours that lasts some minutes", () => {
  const { retryLimit, retryDelay, retryDelayMax } = processMailJob;
  const pauses = Array.from({ length: retryLimit }, (_, tries) => Math.min(retryDelay * 2 ** tries, retryDelayMax));
  const together = pauses.reduce((sum, seconds) => sum + seconds, 0);
  // The queue may randomly halve a pause.
  expect(together / 2).toBeGreaterThan(5 * 60);
  // The upkeep must not take a job for lost that is only between two tries.
  expect(together).toBeLessThan(intakeLimits.forgottenAfterMinutes * 60);
  expect(intakeLimits.maxFaults).toBeGreaterThan(retryLimit);
});
