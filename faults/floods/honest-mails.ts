import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../server/src/testing/take-mail.ts";
import type { Installation, Store } from "./open-installation.ts";
import { openSender, type Written } from "./send-mails.ts";
import type { Watch } from "./watch-tickets.ts";

/** A mail, and how many milliseconds after its 250 it was on a screen. */
export type Shown = Written & { isKnown: boolean; ms: number };

/** Slow enough to be no flood. */
const pauseMs = 100;

/**
 * Has people write to a store until the flood is over: each after the one before is on the screen, from known and new domains in
 * turn. `name` is in each subject.
 */
export async function writeHonestly(
  at: Installation,
  { store, watch, name }: { store: Store; watch: Watch; name: string },
  isOver: () => boolean,
): Promise<Shown[]> {
  const sender = openSender(at, store, 1);
  const shown: Shown[] = [];
  for (let number = 0; number === 0 || !isOver(); number += 1) {
    const isKnown = number % 2 === 0;
    const from = isKnown ? `c${number}@talks0.example` : `ann@new${number}-of-${name}.example`;
    const mail = await sender.send({ from, subject: `${name} honest ${number}` });
    const toldAt = performance.now();
    const seenAt = await until(async () => watch.seen.get(mail.subject));
    // Sometimes the screen hears of it before its sender does.
    shown.push({ ...mail, isKnown, ms: Math.max(0, Math.round(seenAt - toldAt)) });
    await sleep(pauseMs);
  }
  sender.close();
  return shown;
}
