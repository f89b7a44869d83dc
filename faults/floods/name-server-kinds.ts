import type { NameServerStandIn, Treatment } from "../../stand-ins/name-server.ts";
import type { Dice } from "../dice.ts";

/** A name server's treatment of a question; `others` is the number of unanswered ones. */
type Treats = (question: string, others: number) => Treatment;

/** The kinds of name servers in a flood. `isAll` applies to everybody's, not only to those of the flood's domains. */
export type NameServerKind = { name: string; isAll?: true; treats: (dice: Dice) => Treats };

/** It exceeds a datagram, so it is asked for again by TCP, which is dead. */
const longRecord = `v=spf1 ${"ip4:192.0.2.1 ".repeat(100)}ip4:127.0.0.1 -all`;

const late = (ms: number): NameServerKind => ({
  name: `answer after ${ms / 1_000} s`,
  treats: () => () => ({ afterMs: ms }),
});

/** A record that includes another one, endlessly. */
function nextOf(question: string): Treatment {
  const [name = ""] = question.split(" ");
  const [, depth = "0", domain = name] = /^n(\d+)\.(.+)$/.exec(name) ?? [];
  return { says: [`v=spf1 include:n${Number(depth) + 1}.${domain} -all`] };
}

/** Answers at most this many questions per second, one after the other. */
function openTurns(aSecond: number): Treats {
  let freeAt = 0;
  return () => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + 1_000 / aSecond;
    return { afterMs: freeAt - now };
  };
}

/** What name servers have been seen to do, or may do next. */
export const nameServerKinds: readonly NameServerKind[] = [
  { name: "answer at once", treats: () => () => ({}) },
  ...[500, 2_000, 4_000, 10_000].map(late),
  { name: "answer after up to 10 s", treats: (dice) => () => ({ afterMs: dice.throw(10_000) }) },
  { name: "drop half", isAll: true, treats: (dice) => () => ({ isDropped: dice.throw(2) === 0 }) },
  { name: "drop what is beyond 30 at once", isAll: true, treats: () => (_, others) => ({ isDropped: others > 30 }) },
  { name: "drop all", treats: () => () => ({ isDropped: true }) },
  { name: "drop all, whoever is asked about", isAll: true, treats: () => () => ({ isDropped: true }) },
  { name: "fail", treats: () => () => ({ says: "servfail" }) },
  { name: "say what is no answer", treats: () => () => ({ says: "garbage" }) },
  { name: "have long records and dead TCP", treats: () => () => ({ says: [longRecord] }) },
  { name: "have aliases in a circle", treats: () => () => ({ says: "circle" }) },
  { name: "have records that lead on without end", treats: () => nextOf },
  { name: "answer 100 questions a second", isAll: true, treats: () => openTurns(100) },
];

/** Returns the flood's domain with this number. */
export const domainOfFlood = (flood: string, number: number) => `d${number}-${flood}.example`;
const floodsDomain = (flood: string) => new RegExp(`(?:^|[._])d(\\d+)-${flood}\\.example `);

/** Gives a flood's domains name servers of these kinds, in turn; returns the number of questions about them. */
export function turnNameServers(names: NameServerStandIn, flood: string, kinds: readonly NameServerKind[], dice: Dice) {
  const treats = kinds.map((kind) => kind.treats(dice));
  const everybodys = kinds.findIndex(({ isAll }) => isAll);
  const domain = floodsDomain(flood);
  let questions = 0;
  names.streams = dice.pick(["hangs", "refuses"]);
  names.treats = (question, others) => {
    const number = domain.exec(question)?.[1];
    if (number !== undefined) questions += 1;
    const at = number === undefined ? everybodys : Number(number) % kinds.length;
    return treats[at]?.(question, others) ?? {};
  };
  return { asked: () => questions };
}
