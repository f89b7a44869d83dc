import { carriersIn, type NamedCarrier } from "../mentions/carriers.ts";
import { findOrderMentions, type OrderMention } from "../mentions/find-order-mentions.ts";
import { findParcelNumbers } from "../mentions/find-parcel-numbers.ts";
import { type Habits, learnHabits } from "../mentions/habits.ts";
import { passagesOf } from "../mentions/named-numbers.ts";
import { kindOf } from "../mentions/order-words.ts";
import { maskOthers, plainText } from "../mentions/plain-text.ts";
import { fits } from "../mentions/same-order.ts";
import type { CheckedOrder, ReplyFacts } from "./facts.ts";
import { recogniseLanguage } from "./languages/recognise-language.ts";
import { type NamedProduct, productFinder } from "./order-products.ts";
import { type Day, readDates, type WrittenDate } from "./read-dates.ts";
import { readAmounts } from "./read-money.ts";
import { levelText, type Reading, type Sentence } from "./read-reply.ts";
import { readDays } from "./spoken-days.ts";

/** What one side wrote earlier in the thread. */
interface Earlier {
  text: string;
  amounts: ReadonlySet<number>;
  parcels: ReadonlySet<string>;
  mentions: readonly OrderMention[];
  days: readonly Day[];
}

/** What the checks of one reply share. */
export interface Context {
  reading: Reading;
  facts: ReplyFacts;
  /** The day on which it is written, where that is known: "2026-11-30". */
  today: string | null;
  /** The days that it tells. */
  dates: readonly WrittenDate[];
  mentions: readonly OrderMention[];
  ours: Earlier;
  theirs: Earlier;
  /** The orders that a sentence may be about. */
  ordersAt: (sentence: Sentence) => readonly CheckedOrder[];
  /** Those whose number stands in a sentence. */
  numberedAt: (sentence: Sentence) => readonly CheckedOrder[];
  /** Those that a sentence names: by a number, else by products that only one has; none where it names none or several. */
  namedAt: (sentence: Sentence) => readonly CheckedOrder[];
  /** The only order that has the products which a sentence names. */
  orderOfProducts: (sentence: Sentence) => CheckedOrder | null;
  productsIn: (text: string) => readonly NamedProduct[];
  /** The carriers that a sentence names, with their places in it. */
  carriersAt: (sentence: Sentence) => readonly NamedCarrier[];
}

/** What was read of the facts once, for all the texts that are compared with them. */
export interface KnownFacts {
  facts: ReplyFacts;
  habits: Habits;
  ours: Earlier;
  theirs: Earlier;
  productsIn: (text: string) => readonly NamedProduct[];
}

/** Reads what the facts say, which is the same for each text that is typed. */
export function readFacts(facts: ReplyFacts): KnownFacts {
  const habits = learnHabits([...facts.orderNames, ...facts.orders]);
  const earlier = (isOurs: boolean) => {
    const texts = facts.thread.filter((message) => message.isOurs === isOurs).map(({ text }) => text);
    return readEarlier(texts, habits);
  };
  return { facts, habits, ours: earlier(true), theirs: earlier(false), productsIn: productFinder(facts.orders) };
}

function readEarlier(texts: readonly string[], habits: Habits): Earlier {
  const text = levelText(texts.join("\n\n"));
  const plain = texts.map(plainText);
  return {
    text,
    amounts: new Set(readAmounts(text).flatMap(({ values }) => values)),
    parcels: new Set(plain.flatMap((each) => findParcelNumbers(each).map(({ number }) => number))),
    mentions: plain.flatMap((each) => findOrderMentions(passagesOf(each), habits)),
    days: readDates(text, recogniseLanguage(text) ?? "en").flatMap(({ days }) => days),
  };
}

/** Puts together what the checks of a reply need. */
export function contextOf(
  reading: Reading,
  { facts, habits, ours, theirs, productsIn }: KnownFacts,
  today: string | null,
): Context {
  const mentions = mentionsIn(reading.text, habits);
  const named = (some: readonly OrderMention[]) =>
    facts.orders.filter((order) => some.some((mention) => !mention.isDenied && fits(order, mention)));
  const certain = facts.orders.filter(({ isCertain }) => isCertain);
  // What is named later is not spoken of yet.
  const namedUntil = ({ start, text }: Sentence) => named(mentions.filter((one) => one.start < start + text.length));
  const saidBy = (sentence: Sentence) =>
    [namedUntil(sentence), certain, facts.orders].find(({ length }) => length > 0) ?? [];
  const numberedAt = ({ start, text }: Sentence) =>
    named(mentions.filter((mention) => mention.start >= start && mention.start < start + text.length));
  // Each check asks it of each sentence.
  const bought = new Map<string, CheckedOrder | null>();
  const orderOfProducts = ({ text }: Sentence) => {
    const order = bought.get(text);
    if (order !== undefined) return order;
    const found = onlyOrder(productsIn(text));
    bought.set(text, found);
    return found;
  };
  const namedAt = (sentence: Sentence) => {
    const numbered = numberedAt(sentence);
    const order = orderOfProducts(sentence);
    return numbered.length > 0 || order === null ? numbered : [order];
  };
  const carriers = carriersIn(reading.text);
  const carriersAt = ({ start, text }: Sentence) =>
    carriers
      .filter((one) => one.start >= start && one.end <= start + text.length)
      .map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
  const ordersAt = (sentence: Sentence) => {
    const here = numberedAt(sentence);
    const order = orderOfProducts(sentence);
    if (here.length > 0) return here;
    const ofReply = saidBy(sentence);
    return order === null || ofReply.includes(order) ? ofReply : [...ofReply, order];
  };
  const orders = { ordersAt, numberedAt, namedAt, orderOfProducts };
  return {
    reading,
    facts,
    today,
    dates: readDays(reading, today),
    mentions,
    ours,
    theirs,
    ...orders,
    productsIn,
    carriersAt,
  };
}

/** The order that has all the products; null where several may. */
function onlyOrder(products: readonly NamedProduct[]): CheckedOrder | null {
  const [first] = products;
  if (first === undefined) return null;
  const common = first.orders.filter((order) => products.every(({ orders }) => orders.includes(order)));
  return common.length === 1 ? (common[0] ?? null) : null;
}

// In one passage, so that their places are places of the text.
function mentionsIn(text: string, habits: Habits): OrderMention[] {
  const passage = maskOthers(text);
  const words = passage.match(/\p{L}+/gu) ?? [];
  const isOfOrders = words.some((word) => kindOf(word) === "order");
  return findOrderMentions({ passages: [passage], words: words.length, isOfOrders }, habits);
}
