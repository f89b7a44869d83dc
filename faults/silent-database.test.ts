import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { openSmtpSink } from "../server/src/testing/smtp-sink.ts";
import { openDice, seedOfRun } from "./dice.ts";
import { openFleet } from "./fleet.ts";
import { loadFleet, type Said } from "./load-fleet.ts";
import { acknowledged, settle } from "./settle.ts";

/** How long work runs before each silence, so that every process is in the middle of something. */
const workMs = 5_000;
const awayMs = 10_000;
/** A request waits 19 seconds for an answer, a mail and a job 75. */
const comesBackWithin = { replies: 30, mails: 90 };
/** An interrupted job is given up after 75 seconds, and tried again half a minute later or more. */
const settlesWithinMs = 240_000;

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

test("after the database fell silent to all processes they recover by themselves, and nothing is lost", async () => {
  const relay = await openSmtpSink({ thinksMs: 20 });
  closers.push(() => relay.close());
  const fleet = await openFleet(relay.url, { byWay: true });
  closers.push(() => fleet.close());
  const load = await loadFleet(fleet, openDice(seedOfRun()));
  await sleep(workMs);
  // As after a failover: open connections get no answers, and new ones work.
  fleet.way?.fallSilent();
  await sleep(workMs);
  // As with a broken line: no connection works for a while.
  fleet.way?.fallSilent(true);
  await sleep(awayMs);
  fleet.way?.fallSilent();
  const mended = performance.now();
  const hasGoneOn = (records: Map<string, Said>) => acknowledged(records).filter((time) => time > mended).length > 5;
  for (const records of [load.ledger.replies, load.ledger.mails])
    await expect.poll(() => hasGoneOn(records), { timeout: settlesWithinMs }).toBe(true);
  const { faults, ...kept } = await settle(fleet.dataDir, load, relay, settlesWithinMs);
  console.log(JSON.stringify(kept));
  expect(faults).toEqual([]);
  expect(kept.replyGap).toBeLessThan(awayMs / 1_000 + comesBackWithin.replies);
  expect(kept.mailGap).toBeLessThan(awayMs / 1_000 + comesBackWithin.mails);
  // A process abandons connections that are still silent, and reports that with its exit code.
  for (const code of await fleet.stop()) expect([0, 1]).toContain(code);
});
