import type { FoundOrders } from "@deskhand/contract/tracking";
import type { Read } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { findOrderMentions } from "../mentions/find-order-mentions.ts";
import { learnHabits } from "../mentions/habits.ts";
import { findNamedNumbers, lengthOf, type NamedNumbers } from "../mentions/named-numbers.ts";
import {
  type NamedOrder,
  namedOrdersQuery,
  type OrderName,
  type OwnOrder,
  orderNamesQuery,
  ownOrdersQuery,
  type TicketWords,
  ticketWordsQuery,
  type Words,
} from "./finding.queries.ts";
import { type Evidence, fits, judgeOrders, type SaidMention } from "./judge-orders.ts";

type Text = { numbers: NamedNumbers; isUnverified: boolean };
/** A customer's texts, and the address an answer goes to. */
export type Mail = {
  /** Subject and messages in order: the customer's own words without quotes, and whether their writer is unverified. */
  texts: readonly Text[];
  customerId: string | null;
  email: string | null;
  otherEmails?: readonly string[] | undefined;
  /** When it was written: an order placed later counts only if it is named. */
  writtenAt: Date;
};

const limits = { mentions: 40, parcels: 40, characters: 40_000 };

/** Finds the orders a ticket is about (`findOrdersOf`), including later ones; fails where there is no ticket. */
export async function findOrdersOfTicket(read: Read, ticketId: string): Promise<FoundOrders> {
  const [tickets, own, names] = await Promise.all([
    read(ticketWordsQuery(ticketId)),
    read(ownOrdersQuery({ ticketId })),
    read(orderNamesQuery()),
  ]);
  const [ticket] = tickets;
  if (!ticket) throw fail("ticket_not_found");
  return findAmong(read, mailOf(ticket), own, names);
}

/**
 * Finds the orders a mail is about, by the numbers in it and their owners (docs/product.md#the-order-of-a-ticket), in
 * two round trips. Another person's order is never certain, whatever the mail says.
 */
export async function findOrdersOf(read: Read, mail: Mail): Promise<FoundOrders> {
  const [own, names] = await Promise.all([read(ownOrdersQuery(mail)), read(orderNamesQuery())]);
  return findAmong(read, mail, own, names);
}

function mailOf({ opening, messages, isUnverified, isAllUnverified, createdAt, ...sender }: TicketWords): Mail {
  const said = messages.map((message) => ({
    numbers: numbersOf(message),
    isUnverified: isAllUnverified || message.isUnverified,
  }));
  const texts = [{ numbers: numbersOf(opening), isUnverified }, ...said];
  return { ...sender, texts, writtenAt: new Date(messages.at(-1)?.createdAt ?? createdAt) };
}

// Texts from before numbers were stored, which `readNumbers` has not reached yet, are read here.
function numbersOf({ numbers, unread = [] }: Words): NamedNumbers {
  return numbers ?? unread.flatMap(findNamedNumbers);
}

async function findAmong(read: Read, mail: Mail, own: OwnOrder[], names: OrderName[]): Promise<FoundOrders> {
  const habits = learnHabits([...names, ...own]);
  const said = newestOf(mail.texts).flatMap(({ numbers, isUnverified }) =>
    numbers.map(({ isQuoted, ...named }) => ({ named, how: { isUnverified, isQuoted } })),
  );
  const mentions = said.flatMap(({ named, how }) =>
    findOrderMentions(named, habits).map((mention) => ({ ...mention, ...how })),
  );
  const parcels = said.flatMap(({ named, how }) => named.parcels.map((parcel) => ({ ...parcel, ...how })));
  const evidence = { mentions: shorten(mentions, own), parcels: parcels.slice(0, limits.parcels) };
  return judgeOrders({ mail, own, ...evidence, named: await findNamed(read, evidence) });
}

// The first text, and as many of the newest as can be read quickly, whoever wrote them.
function newestOf([opening, ...later]: readonly Text[]): Text[] {
  let remaining = limits.characters;
  const fits = ({ numbers }: Text) => {
    remaining -= lengthOf(numbers);
    return remaining >= 0;
  };
  return [...(opening && fits(opening) ? [opening] : []), ...later.toReversed().filter(fits).toReversed()];
}

// The sender's own and the surest mentions first, each once; many numbers at once mean nothing.
function shorten(mentions: SaidMention[], own: OwnOrder[]): SaidMention[] {
  const rank = { named: 0, alone: 1, loose: 2 } as const;
  const isOfOthers = (mention: SaidMention) => !own.some((order) => fits(order, mention));
  const sorted = mentions
    .map((mention) => ({ mention, place: Number(isOfOthers(mention)) * 3 + rank[mention.strength] }))
    .sort((a, b) => a.place - b.place)
    .map(({ mention }) => mention);
  const seen = new Set<string>();
  const once = sorted.filter(({ written, strength, isUnverified, isQuoted, isDenied }) => {
    const key = `${strength} ${isUnverified} ${isQuoted} ${isDenied} ${written}`;
    return !seen.has(key) && seen.add(key);
  });
  return once.slice(0, limits.mentions);
}

async function findNamed(
  read: Read,
  { mentions, parcels }: Pick<Evidence, "mentions" | "parcels">,
): Promise<NamedOrder[]> {
  if (mentions.length === 0 && parcels.length === 0) return [];
  const unique = (list: string[]) => [...new Set(list)];
  const wanted = {
    keys: unique(mentions.flatMap(({ keys }) => keys)),
    numbers: unique(mentions.flatMap(({ numbers }) => numbers)),
    parcels: unique(parcels.map(({ number }) => number)),
  };
  return read(namedOrdersQuery(wanted));
}
