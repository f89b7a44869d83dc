import { isLong } from "./is-long.ts";

// Vitest loads this before each test file (see vitest.config.ts): `npm test -- all` tries each property 400 times unless it sets
// a number itself.
if (isLong) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ numRuns: 400 });
}
