import { isLong } from "./is-long.ts";

// Loaded before each test file (see vitest.config.ts): `npm test -- all` tries each property 400 times, or as often as it says itself.
if (isLong) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ numRuns: 400 });
}
