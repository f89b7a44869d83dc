import { type SeededRandom, seededRandom } from "../strangers/seeded-random.ts";
import { type MadeKind, madeKinds } from "./made-incidents.ts";
import { saleTopic, type Topic, topics, unseenSaleTopic, unseenTopics, writeMail } from "./ordinary-mails.ts";
import {
  day,
  demandOf,
  hour,
  rhythmAt,
  type StoreOfYear,
  saleAt,
  storeOfYear,
  yearBegins,
  yearDays,
} from "./store-of-year.ts";

/** The order that a generated ticket is about. */
type MadeOrder = {
  isCertain: boolean;
  skus: readonly string[];
  carrier: string | null;
  stage: string | null;
  country: string | null;
  province: string | null;
  isStalled: boolean;
};
/** A ticket as a customer begins it; `incident` is the made one that it belongs to. */
export type MadeTicket = {
  id: string;
  at: number;
  customer: string;
  subject: string;
  text: string;
  order: MadeOrder | null;
  incident: number | null;
};
type MadeIncident = { index: number; kind: MadeKind; at: number; tickets: number };

export type Year = {
  store: StoreOfYear;
  incidents: readonly MadeIncident[];
  /** The tickets of each day, in order. */
  days(): Iterable<readonly MadeTicket[]>;
};

const made = { incidents: 40, from: 21 };

/** Makes a store's year of tickets from a seed, with forty incidents among them. */
export function generateYear(seed: number, perDay: number, isUnseen: boolean): Year {
  const store = storeOfYear(seed, perDay);
  const random = seededRandom(seed * 104_729 + perDay);
  const words: Words = isUnseen
    ? { ordinary: [...topics, ...unseenTopics], sale: unseenSaleTopic }
    : { ordinary: topics, sale: saleTopic };
  const spared = (yearDays - made.from) / made.incidents;
  const planned = Array.from({ length: made.incidents }, (_, index) => {
    const kind = random.pick(madeKinds.filter((one) => one.isUnseen === isUnseen));
    const onDay = Math.floor(made.from + index * spared + random.below(Math.floor(spared) - 2));
    return planIncident(random, store, { index, kind, at: yearBegins + onDay * day + (6 + random.below(13)) * hour });
  });
  return {
    store,
    incidents: planned.map(({ index, kind, at, tickets }) => ({ index, kind, at, tickets: tickets.length })),
    *days() {
      const planned_ = planned.flatMap(({ tickets }) => tickets);
      for (let at = yearBegins; at < yearBegins + yearDays * day; at += day) {
        const ofIncidents = planned_.filter((one) => one.at >= at && one.at < at + day);
        yield [...ordinaryDay(random, store, at, words), ...ofIncidents].sort((a, b) => a.at - b.at);
      }
    },
  };
}

let numbers = 0;
const newNumber = () => {
  numbers += 1;
  return numbers;
};

/** What is written on ordinary days, and in sales. */
type Words = { ordinary: readonly Topic[]; sale: Topic };

function ordinaryDay(random: SeededRandom, store: StoreOfYear, from: number, words: Words): MadeTicket[] {
  // Days differ beyond chance: bad weather, a mention somewhere, an ill colleague.
  const mood = 0.75 + (random.below(1000) + random.below(1000)) / 4000;
  const tickets: MadeTicket[] = [];
  for (let at = from; at < from + day; at += hour) {
    const sale = saleAt(store, at);
    const usual = (store.perDay / 24) * rhythmAt(at) * mood;
    for (let n = poisson(random, usual); n > 0; n -= 1)
      tickets.push(...write(random, store, at, chooseShared(random, words.ordinary)));
    const more = sale ? usual * (sale.times - 1) : 0;
    for (let n = poisson(random, more); n > 0; n -= 1) {
      tickets.push(
        ...write(random, store, at, random.below(3) === 0 ? chooseShared(random, words.ordinary) : words.sale),
      );
    }
  }
  return [...tickets, ...answersToNewsletters(random, store, from)];
}

/** The tickets of a customer on a topic; one in thirty writes several times. */
function write(random: SeededRandom, store: StoreOfYear, from: number, topic: Topic): MadeTicket[] {
  const first = writeOnce(random, store, from, topic);
  const more = random.below(30) === 0 ? 1 + random.below(4) : 0;
  return [first, ...Array.from({ length: more }, () => again(random, first, from))];
}

function writeOnce(random: SeededRandom, store: StoreOfYear, from: number, topic: Topic): MadeTicket {
  const index = chooseProduct(random, store, from);
  const order = topic.isOfOrder || random.below(3) === 0 ? orderOf(random, store, from, index) : null;
  const { subject, text } = writeMail(random, topic, store.products[index]?.name ?? "");
  const [id, customer, at] = [`t${newNumber()}`, `c${newNumber()}`, from + random.below(hour)];
  return { id, customer, at, subject, text, order, incident: null };
}

function again(random: SeededRandom, ticket: MadeTicket, from: number): MadeTicket {
  return Object.assign({}, ticket, { id: `t${newNumber()}`, at: from + random.below(hour) });
}

function answersToNewsletters(random: SeededRandom, store: StoreOfYear, from: number): MadeTicket[] {
  const left = store.newsletters.filter(({ at }) => at >= from && at < from + day);
  return left.flatMap(({ at, subject }) =>
    Array.from({ length: poisson(random, 3 + store.perDay * 0.04) }, () => {
      const topic = random.below(4) === 0 ? chooseShared(random, topics) : newsletterTopic;
      const ticket = writeOnce(random, store, at, topic);
      ticket.subject = `${random.pick(["Re: ", "RE: ", "AW: ", "Re: Re: "])}${subject}`;
      ticket.at = at + Math.floor((random.below(1000) / 1000) ** 2 * 10 * hour);
      return ticket;
    }),
  );
}

const newsletterTopic: Topic = {
  share: 1,
  isOfOrder: false,
  subjects: [""],
  texts: [
    "Please take me off this list.",
    "Lovely! Is the {product} new?",
    "Stop sending me mails, the link to unsubscribe does not work.",
    "I want the {product}, where can I find it?",
    "Unsubscribe",
  ],
};

function chooseShared<T extends { share: number }>(random: SeededRandom, all: readonly T[], sum?: number): T {
  let left = (random.below(1_000_000) / 1_000_000) * (sum ?? all.reduce((total, { share }) => total + share, 0));
  for (const one of all) {
    left -= one.share;
    if (left < 0) return one;
  }
  return random.pick(all);
}

/** What is in demand changes slowly, so a day's sums are computed once. */
const demands = new WeakMap<StoreOfYear, { day: number; products: { share: number; index: number }[]; sum: number }>();

function chooseProduct(random: SeededRandom, store: StoreOfYear, at: number): number {
  const today = Math.floor(at / day);
  let demand = demands.get(store);
  if (demand?.day !== today) {
    const products = store.products.map((_, index) => ({ index, share: demandOf(store, index, at) }));
    demand = { day: today, products, sum: products.reduce((total, { share }) => total + share, 0) };
    demands.set(store, demand);
  }
  return chooseShared(random, demand.products, demand.sum).index;
}

function orderOf(random: SeededRandom, store: StoreOfYear, at: number, index: number): MadeOrder {
  const others = random.below(4) === 0 ? [chooseProduct(random, store, at)] : [];
  const skus = [...new Set([index, ...others])].flatMap((one) => store.products[one]?.sku ?? []);
  const place = chooseShared(random, store.places);
  const roll = random.below(100);
  const stage = roll < 66 ? "shipped" : roll < 74 ? "exception" : roll < 86 ? "delivered" : "processing";
  return {
    isCertain: random.below(5) < 3,
    skus,
    carrier: stage === "processing" ? null : chooseShared(random, store.carriers).name,
    stage,
    country: place.country,
    province: place.province,
    isStalled: stage === "shipped" && random.below(12) === 0,
  };
}

/** So many customers write of an incident: several times what is usual of it in these hours, and five at least. */
function planIncident(random: SeededRandom, store: StoreOfYear, of: { index: number; kind: MadeKind; at: number }) {
  const { index, kind, at } = of;
  const hours = 2 + random.below(8);
  const product = chooseProduct(random, store, at);
  const carrier = chooseShared(random, store.carriers);
  const place = chooseShared(random, store.places);
  const carriers = store.carriers.reduce((sum, { share }) => sum + share, 0);
  const places = store.places.reduce((sum, { share }) => sum + share, 0);
  const share = { product: 0.04, carrier: carrier.share / carriers / 3, place: place.share / places / 2, none: 0.03 };
  const usual = ((store.perDay * hours) / 16) * share[kind.common ?? "none"];
  const count = Math.round(5 + random.below(5) + Math.sqrt(store.perDay) * 0.3 + usual * (2.5 + random.below(30) / 10));
  const tickets = Array.from({ length: count }, (): MadeTicket => {
    const order = kind.common === null && random.below(2) === 0 ? null : orderOf(random, store, at, product);
    const bought = kind.common === "product" ? product : chooseProduct(random, store, at);
    return {
      id: `t${newNumber()}`,
      at: at + Math.floor((random.below(1000) / 1000) ** 1.3 * hours * hour),
      customer: `c${newNumber()}`,
      ...writeMail(random, { share: 1, isOfOrder: true, ...kind.mail }, store.products[bought]?.name ?? ""),
      order:
        order &&
        concerned(order, { kind, carrier: carrier.name, place, sku: store.products[bought]?.sku ?? "" }, random),
      incident: index,
    };
  });
  return { index, kind, at, tickets };
}

type Common = { kind: MadeKind; carrier: string; place: StoreOfYear["places"][number]; sku: string };

/** An order of somebody whom an incident concerns. Of one in ten tickets the order is not found, or is another one. */
function concerned(order: MadeOrder, { kind, carrier, place, sku }: Common, random: SeededRandom): MadeOrder | null {
  if (random.below(10) === 0) return random.below(2) === 0 ? null : order;
  const { common, stage = order.stage, isStalled = false } = kind;
  const by = common === "carrier" ? carrier : (order.carrier ?? carrier);
  const where = common === "place" ? place : order;
  return {
    ...order,
    skus: common === "product" ? [sku] : order.skus,
    carrier: stage === "processing" ? null : by,
    stage,
    country: where.country,
    province: where.province,
    isStalled: isStalled && random.below(3) > 0,
  };
}

function poisson(random: SeededRandom, mean: number): number {
  if (mean <= 0) return 0;
  const [limit, step] = [Math.exp(-Math.min(mean, 30)), 1_000_000];
  let [count, chance] = [0, 1];
  for (;;) {
    chance *= (random.below(step) + 1) / step;
    if (chance <= limit) break;
    count += 1;
  }
  return mean > 30 ? count + poisson(random, mean - 30) : count;
}
