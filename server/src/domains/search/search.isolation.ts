import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { secret }) => ({
  inputs: {
    "search.find": () => ({ q: secret }),
  },
});
