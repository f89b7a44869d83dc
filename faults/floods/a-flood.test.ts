import { afterAll, expect, test } from "vitest";
import { isLong } from "../../server/src/testing/run/is-long.ts";
import { openDice, seedOfRun } from "../dice.ts";
import { drawRun } from "./draw-run.ts";
import { makeRun } from "./make-run.ts";
import { openInstallation } from "./open-installation.ts";
import { sayRun } from "./say-run.ts";

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** The seed for testing a change: a worker is killed during look-ups. The long run draws a new one. */
const ofChanges = 178_494;

test("300 mails at once, of a random kind, become a ticket each, and answers leave in order", async () => {
  const dice = openDice(isLong || process.env.SEED ? seedOfRun() : ofChanges);
  const run = drawRun(dice, { mails: 300 });
  console.log(sayRun(run));
  const at = await openInstallation();
  closers.push(() => at.close());
  const stores = { busy: await at.newStore("busy"), quiet: await at.newStore("quiet") };
  const { faults, figures } = await makeRun(at, stores, run, { name: "one", dice });
  console.log(JSON.stringify(figures));
  expect(faults).toEqual([]);
  expect(await at.stop()).toEqual([0, 0, 0]);
});
