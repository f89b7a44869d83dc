import { newId } from "../platform/db/ids.ts";
import type { Conversation } from "./conversation.ts";
import { billingConversations } from "./conversations/billing.ts";
import { otherConversations } from "./conversations/other.ts";
import { productConversations } from "./conversations/products.ts";
import { returnConversations } from "./conversations/returns.ts";
import { shippingConversations } from "./conversations/shipping.ts";
import { type DemoPerson, demoPeople, demoStaff } from "./people.ts";
import { type Product, products } from "./products.ts";
import type { Random } from "./random.ts";

/** Every conversation there is, in an order that mixes their kinds. */
const allConversations: readonly Conversation[] = interleave([
  shippingConversations,
  returnConversations,
  productConversations,
  billingConversations,
  otherConversations,
]);

type PlannedCustomer = DemoPerson & { id: string };
export type PlannedStaff = (typeof demoStaff)[number] & { id: string };

/** One order to be made, with what it is mainly about. */
export type PlannedOrder = {
  customer: PlannedCustomer;
  product: Product;
  colour: string;
  carrier: string;
  tracking: string;
  at: number;
  isRefunded: boolean;
  /** What happened to it after the customer wrote, and when; what is being asked about; null for nothing of the kind. */
  later: { what: "delivered" | "refunded"; at: number } | null;
  /** Whether the parcel is still on its way, because somebody asks where it is. */
  isUnderWay: boolean;
  /** Given in the order of time. */
  number: number;
};

/** One ticket to be made: the moments of its turns, oldest first, and the order it is about. */
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

/** Decides who wrote when about what: each conversation once lately, and again long ago until there are 80 tickets. */
export function planDemo(random: Random, now: number): DemoPlan {
  const began = now - 150 * day;
  const customers = demoPeople.map((person) => ({ ...person, id: newId(began) }));
  const staff = demoStaff.map((person) => ({ ...person, id: newId(began) }));
  const orders: PlannedOrder[] = [];
  const order = (customer: PlannedCustomer, kind: Product["kind"] | undefined, at: number, isRefunded: boolean) => {
    const product = random.pick(products.filter((one) => kind === undefined || one.kind === kind));
    const colour = random.pick(product.colours);
    const carrier = random.pick(carriers);
    const tracking = trackingNumber(carrier, random.pick(["LL", "JD", "RX"]), random.between(100_000_000, 999_999_999));
    const about = { customer, product, colour, carrier, tracking, at, isRefunded };
    const planned: PlannedOrder = { ...about, later: null, isUnderWay: false, number: 0 };
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
    // The archive's customers are some of the later ones, so that some people have several tickets.
    const customer = random.pick(customers.slice(0, 34));
    const isRefunded = conversation.category === "Returns & Refunds" && isArchived;
    const bought = (moments[0] ?? ended) - random.between(3 * 24, 16 * 24) * hour;
    const about = order(customer, conversation.about, bought, isRefunded);
    if (!isArchived) Object.assign(about, sinceMail(conversation, index, moments[0] ?? ended, now));
    return { conversation, isArchived, moments, order: about, assignee: random.pick(staff) };
  });
  // A few of them ordered since yesterday: nothing of that has been shipped.
  for (const [index, customer] of customers.entries())
    order(customer, undefined, now - random.between(2, index % 7 === 0 ? 44 : 140 * 24) * hour, false);

  orders.sort((a, b) => a.at - b.at);
  for (const [index, planned] of orders.entries()) planned.number = firstOrderNumber + index;
  tickets.sort((a, b) => (a.moments[0] ?? 0) - (b.moments[0] ?? 0));
  return { customers, staff, orders, tickets };
}

/** As the carriers number their parcels. */
function trackingNumber(carrier: string, letters: string, number: number): string {
  if (carrier === "UPS") return `1Z4R7E6803${number % 100_000_000}`.padEnd(18, "0");
  if (carrier === "FedEx") return `7946${number % 100_000_000}`.padEnd(12, "0");
  if (carrier === "DHL") return `JD0146000${number}`;
  return carrier === "DPD" ? `01505${number}` : `${letters}${number}IE`;
}

/** What happens to an order that somebody wrote about lately: a third of them changed since the mail. */
function sinceMail({ category }: Conversation, index: number, wrote: number, now: number) {
  const at = wrote + Math.floor((now - wrote) * 0.6);
  if (category === "Returns & Refunds" && index % 3 === 0) return { later: { what: "refunded", at } } as const;
  if (category !== "Shipping") return {};
  return index % 3 === 0 ? ({ later: { what: "delivered", at } } as const) : { isUnderWay: true };
}

/** Half of what lies on the desk waits for a reply, half for the customer. */
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
