import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { until } from "../server/src/testing/take-mail.ts";
import { type Dice, openDice, seedOfRun } from "./dice.ts";
import { openLedgers } from "./find-losses.ts";
import { type Fleet, openFleet, roles } from "./fleet.ts";
import { type Ledger, loadFleet, type Said } from "./load-fleet.ts";
import { openRecordingRelay } from "./recording-relay.ts";

const rounds = Number(process.env.ROUNDS ?? 30);
/** A job that a lost database cut off waits half a minute until its next try, and a minute after the second. */
const settlesWithinMs = 120_000;

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Ends one process of each role at a moment of its own, in every fifth round the database as well, and waits until all are there again. */
async function killSome(fleet: Fleet, dice: Dice, withDatabase: boolean) {
  const falls = roles.map((role) => ({
    ...{ role, index: dice.throw(2), afterMs: dice.throw(1_500) },
    signal: dice.throw(4) === 0 ? ("SIGTERM" as const) : ("SIGKILL" as const),
  }));
  const databaseAfterMs = dice.throw(1_500);
  const endings = falls.map(async ({ role, index, afterMs, signal }) => {
    await sleep(afterMs);
    const code = await fleet.replace(role, index, signal);
    // Without its database not everything can be finished.
    if (signal === "SIGTERM" && !withDatabase) expect([role, code]).toEqual([role, 0]);
  });
  const killDatabase = async () => {
    await sleep(databaseAfterMs);
    await fleet.killDatabase();
  };
  await Promise.all([...endings, ...(withDatabase ? [killDatabase()] : [])]);
  return falls.filter(({ signal }) => signal === "SIGKILL").length;
}

const acknowledged = (said: Map<string, Said>) =>
  [...said.values()].flatMap(({ acknowledgedAt }) => acknowledgedAt ?? []).sort((one, other) => one - other);

/** The longest time in which nothing of a kind was acknowledged, in seconds. */
function longestGap(said: Map<string, Said>): number {
  const times = acknowledged(said);
  return Math.max(...times.map((time, at) => time - (times[at - 1] ?? time))) / 1_000;
}

test(`${rounds} rounds of kills among two web, two worker and two smtp processes lose and double nothing that was acknowledged`, async () => {
  const dice = openDice(seedOfRun());
  const relay = await openRecordingRelay();
  closers.push(() => relay.close());
  const fleet = await openFleet(relay.url);
  closers.push(() => fleet.close());
  const { ledger, endWriting, endListening } = await loadFleet(fleet, dice);
  const began = performance.now();
  const counts = { kills: 0, databases: 0 };
  const size = ({ mails, replies }: Ledger) => Math.min(acknowledged(mails).length, acknowledged(replies).length);
  for (let round = 0; round < rounds; round += 1) {
    const before = size(ledger);
    const withDatabase = round % 5 === 3;
    counts.kills += await killSome(fleet, dice, withDatabase);
    counts.databases += withDatabase ? 1 : 0;
    // Everybody gets on after it.
    await until(async () => size(ledger) > before + 2);
  }
  const seconds = (performance.now() - began) / 1_000;
  await endWriting();

  const ledgers = await openLedgers(fleet.dataDir);
  closers.push(() => ledgers.close());
  const ended = performance.now();
  await expect.poll(ledgers.countWaiting, { timeout: settlesWithinMs, interval: 250 }).toBe(0);
  const settledIn = (performance.now() - ended) / 1_000;
  await until(async () => ledger.heard.has(await ledgers.readLastEvent()));
  await endListening();
  const { faults, ...kept } = await ledgers.findLosses(ledger, relay);
  const said = {
    ...kept,
    again: [...ledger.mails.values(), ...ledger.replies.values()].filter((one) => one.tries > 1).length,
  };
  const gaps = { mails: longestGap(ledger.mails), replies: longestGap(ledger.replies) };
  console.log(JSON.stringify({ rounds, seconds, ...counts, ...said, gaps, settledIn }));
  console.log(
    JSON.stringify({ web: [...fleet.web.refused], smtp: [...fleet.smtp.refused], events: ledger.heard.size }),
  );
  expect(faults).toEqual([]);
  // A kill between the relay's 250 and its record sends again under the same Message-ID: what was in hand then, of four at once.
  expect(kept.twice).toBeLessThanOrEqual(4 * (counts.kills + counts.databases));
  expect(Math.min(kept.mails, kept.replies)).toBeGreaterThan(2 * rounds);
  expect(await fleet.stop()).toEqual([0, 0, 0, 0, 0, 0]);
});
