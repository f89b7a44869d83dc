import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "../dice.ts";
import type { Installation, Store } from "./open-installation.ts";

/** When a worker is killed during a flood. */
export const killMoments = ["before a look-up", "during a look-up", "after a look-up"] as const;
export type KillMoment = (typeof killMoments)[number];

type Flood = { store: Store; asked: () => number; isOver: () => boolean };

/** Matches while mails are being processed whose look-ups have not begun, or once one more look-up is done than before. */
const inHand =
  "select from mail_log where client_id = current_client_id() and state = 'received' and in_hand and waits_for is null limit 1";
const decided =
  "select count(*)::int as count from mail_log where client_id = current_client_id() and state <> 'received'";

/** Kills workers at such moments as long as there are any, one or both at a time; returns how many it killed. */
export async function killAtLookUps(
  at: Installation,
  { store, asked, isOver }: Flood,
  { moment, times }: { moment: KillMoment; times: number },
  dice: Dice,
): Promise<number> {
  const countDecided = async () => (await at.rows<{ count: number }>(store, decided))[0]?.count ?? 0;
  const comes: Record<KillMoment, () => Promise<void>> = {
    async "before a look-up"() {
      while (!isOver() && (await at.rows(store, inHand)).length === 0) await sleep(5);
    },
    async "during a look-up"() {
      for (const before = asked(); !isOver() && asked() === before; ) await sleep(5);
    },
    async "after a look-up"() {
      for (const before = await countDecided(); !isOver() && (await countDecided()) === before; ) await sleep(5);
    },
  };
  let killed = 0;
  for (let time = 0; time < times; time += 1) {
    await comes[moment]();
    if (isOver()) break;
    const workers = dice.throw(4) === 0 ? [0, 1] : [dice.throw(2)];
    await at.killWorkers(workers);
    killed += workers.length;
  }
  return killed;
}
