import { setTimeout as sleep } from "node:timers/promises";
import type { SmtpSink } from "../server/src/testing/smtp-sink.ts";
import { openLedgers } from "./find-losses.ts";
import type { Load, Said } from "./load-fleet.ts";

/** Returns when each was acknowledged, in order. */
export const acknowledged = (records: Map<string, Said>) =>
  [...records.values()].flatMap(({ acknowledgedAt }) => acknowledgedAt ?? []).sort((one, other) => one - other);

/** Returns the longest time without an acknowledgement, in seconds. */
function longestGap(records: Map<string, Said>): number {
  const times = acknowledged(records);
  return Math.max(...times.map((time, at) => time - (times[at - 1] ?? time))) / 1_000;
}

/** Lets everybody finish, waits until all mail is read and sent, and looks for losses; all times in seconds. */
export async function settle(dataDir: string, load: Load, relay: SmtpSink, withinMs: number) {
  const { ledger } = load;
  await load.endWriting();
  const began = performance.now();
  const ledgers = await openLedgers(dataDir);
  try {
    for (let waiting = 1; waiting > 0; waiting = await ledgers.countWaiting()) {
      if (performance.now() - began > withinMs) throw new Error(`${waiting} mails still wait`);
      await sleep(250);
    }
    const settledIn = (performance.now() - began) / 1_000;
    const last = await ledgers.readLastEvent();
    while (!ledger.heard.has(last) && performance.now() - began < withinMs) await sleep(50);
    await load.endListening();
    const kept = await ledgers.findLosses(ledger, relay);
    const again = [...ledger.mails.values(), ...ledger.replies.values()].filter(({ tries }) => tries > 1).length;
    return {
      ...kept,
      again,
      refusals: Object.fromEntries(ledger.refusals),
      settledIn,
      mailGap: longestGap(ledger.mails),
      replyGap: longestGap(ledger.replies),
    };
  } finally {
    await ledgers.close();
  }
}
