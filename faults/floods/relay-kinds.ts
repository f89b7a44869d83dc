import type { Answer, SinkBehaviour } from "../../server/src/testing/smtp-sink.ts";
import type { Dice } from "../dice.ts";

/**
 * A relay's behaviour during a flood. `mayCopy`: it may accept a mail without saying so, which is then sent again. `isHurried`:
 * the many pauses between tries are skipped.
 */
export type RelayKind = {
  name: string;
  mayCopy?: true;
  isHurried?: true;
  behaves: (dice: Dice, isLong: boolean) => SinkBehaviour;
};

const refusal = (at: "recipient" | "end", code: number): Answer => ({ at, refusal: { code, words: "Not yet" } });
const troubles: readonly Answer[] = [
  ...[refusal("recipient", 450), refusal("recipient", 421), refusal("end", 451)],
  ...["cut off before" as const, "cut off after" as const],
];
/** Fewer than the number of tries for one mail. */
const mostTroubles = 12;

/** Refuses unknown senders for this long, and knows them afterwards. */
function greylisting(ms: number): SinkBehaviour {
  const first = new Map<string, number>();
  return {
    answers(to) {
      const since = first.get(to) ?? performance.now();
      const isKnown = first.has(to) && performance.now() - since >= ms;
      first.set(to, since);
      return isKnown ? null : refusal("recipient", 450);
    },
  };
}

/** What relays have been seen to do, or may do next; all accept each mail in the end. */
export const relayKinds: readonly RelayKind[] = [
  { name: "takes all", behaves: () => ({}) },
  { name: "greylists", behaves: (_, isLong) => greylisting(isLong ? 45_000 : 500) },
  { name: "has room for one connection", behaves: () => ({ mostConnections: 1 }) },
  { name: "says 421 after ten mails", behaves: () => ({ mailsPerConnection: 10 }) },
  { name: "takes 3 s for each", behaves: () => ({ thinksMs: 3_000 }) },
  {
    name: "has troubles of every kind",
    mayCopy: true,
    isHurried: true,
    behaves(dice) {
      let left = mostTroubles;
      return {
        answers() {
          if (left === 0 || dice.throw(2) === 0) return null;
          left -= 1;
          return dice.pick(troubles);
        },
      };
    },
  },
];
