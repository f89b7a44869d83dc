import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { isLong } from "../server/src/testing/run/is-long.ts";
import { openSmtpSink } from "../server/src/testing/smtp-sink.ts";
import { until } from "../server/src/testing/take-mail.ts";
import { type Dice, openDice, seedOfRun } from "./dice.ts";
import { type Fleet, openFleet, roles } from "./fleet.ts";
import { type Ledger, loadFleet } from "./load-fleet.ts";
import { acknowledged, settle } from "./settle.ts";

const rounds = Number(process.env.ROUNDS ?? (isLong ? 30 : 5));
/** A job cut off by a lost database waits half a minute for its next try, and a minute after the second. */
const settlesWithinMs = 120_000;

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Ends one process of each role, each at its own moment, and in every fifth round also the database; waits until all are back. */
async function killSome(fleet: Fleet, dice: Dice, withDatabase: boolean) {
  const falls = roles.map((role) => ({
    role,
    index: dice.throw(2),
    afterMs: dice.throw(1_500),
    signal: dice.throw(4) === 0 ? ("SIGTERM" as const) : ("SIGKILL" as const),
  }));
  const databaseAfterMs = dice.throw(1_500);
  const endings = falls.map(async ({ role, index, afterMs, signal }) => {
    await sleep(afterMs);
    const code = await fleet.replace(role, index, signal);
    // Without its database it cannot finish everything.
    if (signal === "SIGTERM" && !withDatabase) expect([role, code]).toEqual([role, 0]);
  });
  const killDatabase = async () => {
    await sleep(databaseAfterMs);
    await fleet.killDatabase();
  };
  await Promise.all([...endings, ...(withDatabase ? [killDatabase()] : [])]);
  return falls.filter(({ signal }) => signal === "SIGKILL").length;
}

test(`${rounds} rounds of kills among two web, two worker and two smtp processes neither lose nor double what was acknowledged`, async () => {
  const seed = seedOfRun();
  const dice = openDice(seed);
  const relay = await openSmtpSink({ thinksMs: 20 });
  closers.push(() => relay.close());
  const fleet = await openFleet(relay.url);
  closers.push(() => fleet.close());
  const load = await loadFleet(fleet, openDice(seed + 1));
  const { ledger } = load;
  const began = performance.now();
  const counts = { kills: 0, databases: 0 };
  const size = ({ mails, replies }: Ledger) => Math.min(acknowledged(mails).length, acknowledged(replies).length);
  for (let round = 0; round < rounds; round += 1) {
    const before = size(ledger);
    const withDatabase = round % 5 === 3;
    counts.kills += await killSome(fleet, dice, withDatabase);
    counts.databases += withDatabase ? 1 : 0;
    // Every kind of sender makes progress after it.
    await until(async () => size(ledger) > before + 2);
  }
  const seconds = (performance.now() - began) / 1_000;
  const { faults, ...kept } = await settle(fleet.dataDir, load, relay, settlesWithinMs);
  console.log(JSON.stringify({ rounds, seconds, ...counts, ...kept, refused: fleet.web.refused.size }));
  expect(faults).toEqual([]);
  // A kill between the relay's 250 and its record sends a mail again under the same Message-ID: at most four at once.
  expect(kept.twice).toBeLessThanOrEqual(4 * (counts.kills + counts.databases));
  expect(Math.min(kept.mails, kept.replies)).toBeGreaterThan(2 * rounds);
  expect(await fleet.stop()).toEqual([0, 0, 0, 0, 0, 0]);
});
