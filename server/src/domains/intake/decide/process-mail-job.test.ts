import { expect, test } from "vitest";
import { intakeLimits } from "../intake-limits.ts";
import { processMailJob } from "./process-mail-job.ts";

test("trouble of ours that lasts some minutes ends no mail as failed", () => {
  const { retryLimit, retryDelay, retryDelayMax } = processMailJob;
  const pauses = Array.from({ length: retryLimit }, (_, tries) => Math.min(retryDelay * 2 ** tries, retryDelayMax));
  const together = pauses.reduce((sum, seconds) => sum + seconds, 0);
  // The queue takes half of a pause off by chance.
  expect(together / 2).toBeGreaterThan(5 * 60);
  // The upkeep that looks for lost jobs must not take one for lost that is only between two tries.
  expect(together).toBeLessThan(intakeLimits.forgottenAfterMinutes * 60);
  expect(intakeLimits.maxFaults).toBeGreaterThan(retryLimit);
});
