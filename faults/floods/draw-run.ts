import type { Dice } from "../dice.ts";
import { type KillMoment, killMoments } from "./kill-at-look-ups.ts";
import { type NameServerKind, nameServerKinds } from "./name-server-kinds.ts";
import { type RelayKind, relayKinds } from "./relay-kinds.ts";

/** The senders of a flood. */
const origins = ["one address", "one domain", "forty domains", "all different domains"] as const;
export type Origin = (typeof origins)[number];

/** A flood, and what else goes wrong meanwhile. */
export type Run = {
  mails: number;
  from: Origin;
  /** Its domains have these kinds of name servers, in turn. */
  names: readonly NameServerKind[];
  relay: RelayKind;
  kills: { moment: KillMoment; times: number } | null;
};

/** One address may bring only so many mails within some minutes (docs/product.md#loops-and-bursts). */
const mostOfOneAddress = 2_500;

/** Draws every part of a run that is not given. */
export function drawRun(dice: Dice, given: Partial<Run> & Pick<Run, "mails">): Run {
  const possible = origins.filter((origin) => origin !== "one address" || given.mails <= mostOfOneAddress);
  return {
    from: dice.pick(possible),
    names: Array.from({ length: 1 + dice.throw(3) }, () => dice.pick(nameServerKinds)),
    relay: dice.pick(relayKinds),
    kills: dice.throw(4) === 0 ? null : { moment: dice.pick(killMoments), times: 1 + dice.throw(4) },
    ...given,
  };
}

/** Draws runs that together contain every kind of everything: each list is used up in random order, again and again. */
export function drawRuns(dice: Dice, sizes: readonly number[]): Run[] {
  const next = { names: inTurn(dice, nameServerKinds), relay: inTurn(dice, relayKinds), from: inTurn(dice, origins) };
  const moments = inTurn(dice, [...killMoments, null]);
  return sizes.map((mails) => {
    const moment = moments();
    const from = next.from();
    return {
      mails,
      from: from === "one address" && mails > mostOfOneAddress ? "all different domains" : from,
      names: [next.names()],
      relay: next.relay(),
      kills: moment && { moment, times: 2 + dice.throw(6) },
    };
  });
}

function inTurn<Item>(dice: Dice, items: readonly Item[]): () => Item {
  let left: Item[] = [];
  return () => {
    if (left.length === 0) left = [...items];
    const item = dice.pick(left);
    left = left.filter((candidate) => candidate !== item);
    return item;
  };
}
