import { findOrderMentions } from "@deskhand/contract/mentions/find-order-mentions";
import { learnHabits } from "@deskhand/contract/mentions/habits";
import { lengthOf, type NamedNumbers } from "@deskhand/contract/mentions/named-numbers";
import { fits } from "@deskhand/contract/mentions/same-order";
import type { FoundOrders } from "@deskhand/contract/tracking";
import type { Read } from "../../../platform/db/tenant.ts";
import {
  type NamedOrder,
  namedOrdersQuery,
  type OrderName,
  type OwnOrder,
  orderNamesQuery,
  ownOrdersQuery,
} from "./finding.queries.ts";
import { type Evidence, judgeOrders, type SaidMention } from "./judge-orders.ts";

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

/**
 * Finds the orders a mail is about, by the numbers in it and their owners (docs/product.md#the-order-of-a-ticket), in
 * two round trips. Another person's order is never certain, whatever the mail says.
 */
export async function findOrdersOf(read: Read, mail: Mail): Promise<FoundOrders> {
  const [own, names] = await Promise.all([read(ownOrdersQuery(mail)), read(orderNamesQuery())]);
  return findAmong(read, mail, own, names);
}

/** The orders that a mail is about, among its sender's own and by the names that the store gives them. */
export async function findAmong(read: Read, mail: Mail, own: OwnOrder[], names: OrderName[]): Promise<FoundOrders> {
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
