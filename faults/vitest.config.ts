import { defineConfig } from "vitest/config";
import { isLong } from "../server/src/testing/run/is-long.ts";

// `npm test -- faults`: whole installations whose processes, databases, relays and disks fail. Two run at a time, as most of them
// wait for what they broke.
export default defineConfig({
  test: {
    name: "faults",
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    // These wait for real time limits: only the long run includes them.
    exclude: isLong
      ? []
      : [
          ...[
            "relay/kinds-of-bad.test.ts",
            "silent-database.test.ts",
            "floods/{every-kind-of-flood,few-answers}.test.ts",
          ],
          // These run whole programs of earlier releases from git's history.
          "releases/*.test.ts",
        ],
    pool: "forks",
    globalSetup: ["../server/src/testing/run/global-setup.ts"],
    setupFiles: ["../server/src/testing/run/block-network.ts"],
    maxWorkers: 2,
    // These limits only end what hangs; a busy machine is merely slow.
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 110_000 } },
  },
});
