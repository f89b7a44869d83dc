import { afterAll, beforeAll, expect, test } from "vitest";
import { openDice, seedOfRun } from "../dice.ts";
import { drawRuns } from "./draw-run.ts";
import { makeRun, type Stores } from "./make-run.ts";
import { type Installation, openInstallation } from "./open-installation.ts";
import { sayRun } from "./say-run.ts";

/** One of each kind of name server at least. */
const sizes = [300, 1_500, 300, 3_000, 300, 1_500, 300, 10_000, 300, 1_500, 300, 3_000, 300, 1_500, 300, 300, 300];

let at: Installation;
let stores: Stores;
beforeAll(async () => {
  at = await openInstallation();
  stores = { busy: await at.newStore("busy"), quiet: await at.newStore("quiet") };
});
afterAll(() => at.close());

const dice = openDice(seedOfRun());
const runs = drawRuns(dice, sizes).map((run, at) => ({ run, name: `run${at}`, words: sayRun(run) }));

test.each(runs)("$words all are tickets, each once, and answers leave in their order", async ({ run, name, words }) => {
  console.log(words);
  const { faults, figures } = await makeRun(at, stores, run, { name, dice });
  console.log(JSON.stringify(figures));
  expect(faults).toEqual([]);
});

test("all processes end in order", async () => {
  expect(await at.stop()).toEqual([0, 0, 0]);
});
