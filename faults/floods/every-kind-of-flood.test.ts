import { afterAll, beforeAll, expect, test } from "vitest";
import { openDice, seedOfRun } from "../dice.ts";
import { drawRuns } from "./draw-run.ts";
import { makeRun, type Stores } from "./make-run.ts";
import { type Installation, openInstallation } from "./open-installation.ts";
import { sayRun } from "./say-run.ts";

/** At least one run for each kind of name server. */
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

test.each(runs)("$words become a ticket each, and answers leave in order", async ({ run, name, words }) => {
  console.log(words);
  const { faults, figures } = await makeRun(at, stores, run, { name, dice });
  console.log(JSON.stringify(figures));
  expect(faults).toEqual([]);
});

test("all processes stop normally", async () => {
  expect(await at.stop()).toEqual([0, 0, 0]);
});
