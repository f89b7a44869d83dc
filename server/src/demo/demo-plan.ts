import { newId } from "../platform/db/ids.ts";
import type { Conversation, OrderStory } from "./conversation.ts";
import { billingConversations } from "./conversations/billing.ts";
import { otherConversations } from "./conversations/other.ts";
import { productConversations } from "./conversations/products.ts";
import { returnConversations } from "./conversations/returns.ts";
import { shippingConversations } from "./conversations/shipping.ts";
import { type DemoPerson, demoPeople, demoStaff } from "./people.ts";
import { type Product, products } from "./products.ts";
import type { Random } from "./random.ts";

/** All conversations, with their kinds mixed. */
const allConversations: readonly Conversation[] = interleave([
  shippingConversations,
  returnConversations,
  productConversations,
  billingConversations,
  otherConversations,
]);

type PlannedCustomer = DemoPerson & { id: string };
export type PlannedStaff = (typeof demoStaff)[number] & { id: string };

/** What a ticket says about its order, with times in milliseconds. */
export type Told = {
  story: OrderStory;
  /** The first mail, and the last message. */
  wrote: number;
  ended: number;
  isOver: boolean;
  refundedAt: number | null;
  /** When its parcel arrives after the last message; null for not yet. */
  arrivesLaterAt: number | null;
};

/** A planned order with its main product. */
export type PlannedOrder = {
  customer: PlannedCustomer;
  product: Product;
  colour: string;
  carrier: string;
  tracking: string;
  at: number;
  /** Null where no ticket is about it. */
  told: Told | null;
  /** Assigned in order of time. */
  number: number;
};

/** A planned ticket: the times of its turns, oldest first, and the order it is about. */
export type PlannedTicket = {
  conversation: Conversation;
  isArchived: boolean;
  moments: number[];
  order: PlannedOrder;
  assignee: PlannedStaff;
};

export type DemoPlan = {
  customers: PlannedCustomer[];
  staff: PlannedStaff[];
  orders: PlannedOrder[];
  tickets: PlannedTicket[];
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const ticketCount = 80;
const firstOrderNumber = 1041;
const carriers = ["DHL", "UPS", "DPD", "FedEx", "An Post"];

/** Plans who wrote what and when: each conversation once recently, and again long ago until there are 80 tickets. */
export function planDemo(random: Random, now: number): DemoPlan {
  const start = now - 150 * day;
  const customers = demoPeople.map((person) => ({ ...person, id: newId(start) }));
  const staff = demoStaff.map((person) => ({ ...person, id: newId(start) }));
  const orders: PlannedOrder[] = [];
  const order = (customer: PlannedCustomer, kind: Product["kind"] | undefined, at: number) => {
    const product = random.pick(products.filter((candidate) => kind === undefined || candidate.kind === kind));
    const colour = random.pick(product.colours);
    const carrier = random.pick(carriers);
    const tracking = trackingNumber(carrier, random.pick(["LL", "JD", "RX"]), random.between(100_000_000, 999_999_999));
    const planned: PlannedOrder = { customer, product, colour, carrier, tracking, at, told: null, number: 0 };
    orders.push(planned);
    return planned;
  };

  const tickets = Array.from({ length: ticketCount }, (_, index): PlannedTicket => {
    const conversation = allConversations[index % allConversations.length] ?? random.pick(allConversations);
    const isLate = index < allConversations.length;
    const isArchived = !isLate || index % 6 === 5;
    const shown = isArchived ? conversation.turns.length : shownTurns(conversation, random);
    const ended = isLate ? now - random.between(4, 40 * 60) * minute : now - random.between(5 * 24, 120 * 24) * hour;
    const moments = momentsUntil(ended, shown, random);
    // The archive's customers overlap with later ones, so that some people have several tickets.
    const customer = random.pick(customers.slice(0, 34));
    const told = tell(conversation.order ?? {}, moments, isArchived, now);
    const [max, min] = told.story.ordered ?? [16 * 24, 6 * 24];
    const about = order(customer, conversation.about, told.wrote - random.between(min, max) * hour);
    about.told = told;
    return { conversation, isArchived, moments, order: about, assignee: random.pick(staff) };
  });
  // Of the others, some ordered since yesterday, and nothing of that was shipped; this week's orders are on their way.
  for (const [index, customer] of customers.entries()) {
    const [min, max] = index % 7 === 0 ? [2, 44] : index % 7 === 3 ? [50, 90] : [7 * 24, 140 * 24];
    order(customer, undefined, now - random.between(min, max) * hour);
  }

  orders.sort((a, b) => a.at - b.at);
  for (const [index, planned] of orders.entries()) planned.number = firstOrderNumber + index;
  tickets.sort((a, b) => (a.moments[0] ?? 0) - (b.moments[0] ?? 0));
  return { customers, staff, orders, tickets };
}

/** In the carriers' formats. */
function trackingNumber(carrier: string, letters: string, number: number): string {
  if (carrier === "UPS") return `1Z4R7E6803${number % 100_000_000}`.padEnd(18, "0");
  if (carrier === "FedEx") return `7946${number % 100_000_000}`.padEnd(12, "0");
  if (carrier === "DHL") return `JD0146000${number}`;
  return carrier === "DPD" ? `01505${number}` : `${letters}${number}IE`;
}

/** The times of what a conversation says about its order; some are after its last turn. */
function tell(story: OrderStory, moments: readonly number[], isOver: boolean, now: number): Told {
  const wrote = moments[0] ?? now;
  const ended = moments.at(-1) ?? now;
  const { refund, arrivesLater } = story;
  const refundedAt = refund && (refund.turn < 0 ? wrote - 10 * day : moments[refund.turn]);
  return {
    story,
    wrote,
    ended,
    isOver,
    refundedAt: refundedAt ?? null,
    arrivesLaterAt: arrivesLater && !isOver ? ended + Math.floor((now - ended) * 0.6) : null,
  };
}

/** Half of the active tickets wait for a reply, half for the customer. */
function shownTurns({ turns, recentTurns }: Conversation, random: Random): number {
  return recentTurns ?? (random.chance(35) ? 1 : random.between(1, turns.length - 1));
}

function momentsUntil(ended: number, count: number, random: Random): number[] {
  const moments = [ended];
  while (moments.length < count) moments.unshift((moments[0] ?? ended) - random.between(25, 26 * 60) * minute);
  return moments;
}

function interleave(lists: readonly Conversation[][]): Conversation[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}
