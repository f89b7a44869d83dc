import { findOrderMentions, type OrderMention } from "../mentions/find-order-mentions.ts";
import { findParcelNumbers } from "../mentions/find-parcel-numbers.ts";
import { type Habits, learnHabits } from "../mentions/habits.ts";
import { passagesOf } from "../mentions/named-numbers.ts";
import { kindOf } from "../mentions/order-words.ts";
import { maskOthers, plainText } from "../mentions/plain-text.ts";
import { fits } from "../mentions/same-order.ts";
import type { CheckedOrder, ReplyFacts } from "./facts.ts";
import { readAmounts } from "./read-money.ts";
import { levelText, type Reading, type Sentence } from "./read-reply.ts";

/** What one side wrote earlier in the thread. */
interface Earlier {
  text: string;
  amounts: ReadonlySet<number>;
  parcels: ReadonlySet<string>;
  mentions: readonly OrderMention[];
}

/** What the checks of one reply share. */
export interface Context {
  reading: Reading;
  facts: ReplyFacts;
  mentions: readonly OrderMention[];
  ours: Earlier;
  theirs: Earlier;
  /** The orders that a sentence may be about. */
  ordersAt: (sentence: Sentence) => readonly CheckedOrder[];
}

/** What was read of the facts once, for all the texts that are compared with them. */
export interface KnownFacts {
  facts: ReplyFacts;
  habits: Habits;
  ours: Earlier;
  theirs: Earlier;
}

/** Reads what the facts say, which is the same for each text that is typed. */
export function readFacts(facts: ReplyFacts): KnownFacts {
  const habits = learnHabits([...facts.orderNames, ...facts.orders]);
  const earlier = (isOurs: boolean) => {
    const texts = facts.thread.filter((message) => message.isOurs === isOurs).map(({ text }) => text);
    return readEarlier(texts, habits);
  };
  return { facts, habits, ours: earlier(true), theirs: earlier(false) };
}

function readEarlier(texts: readonly string[], habits: Habits): Earlier {
  const text = levelText(texts.join("\n\n"));
  const plain = texts.map(plainText);
  return {
    text,
    amounts: new Set(readAmounts(text).flatMap(({ values }) => values)),
    parcels: new Set(plain.flatMap((each) => findParcelNumbers(each).map(({ number }) => number))),
    mentions: plain.flatMap((each) => findOrderMentions(passagesOf(each), habits)),
  };
}

/** Puts together what the checks of a reply need. */
export function contextOf(reading: Reading, { facts, habits, ours, theirs }: KnownFacts): Context {
  const mentions = mentionsIn(reading.text, habits);
  const named = (some: readonly OrderMention[]) =>
    facts.orders.filter((order) => some.some((mention) => !mention.isDenied && fits(order, mention)));
  const certain = facts.orders.filter(({ isCertain }) => isCertain);
  const ofReply = [named(mentions), certain, facts.orders].find(({ length }) => length > 0) ?? [];
  const ordersAt = ({ start, text }: Sentence) => {
    const here = named(mentions.filter((mention) => mention.start >= start && mention.start < start + text.length));
    return here.length > 0 ? here : ofReply;
  };
  return { reading, facts, mentions, ours, theirs, ordersAt };
}

// In one passage, so that their places are places of the text.
function mentionsIn(text: string, habits: Habits): OrderMention[] {
  const passage = maskOthers(text);
  const words = passage.match(/\p{L}+/gu) ?? [];
  const isOfOrders = words.some((word) => kindOf(word) === "order");
  return findOrderMentions({ passages: [passage], words: words.length, isOfOrders }, habits);
}
