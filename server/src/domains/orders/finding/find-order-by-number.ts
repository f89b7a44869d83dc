import type { FoundOrder } from "@deskhand/contract/tracking";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { keyOf, splitName, withoutZeros } from "../mentions/habits.ts";
import { plainText } from "../mentions/plain-text.ts";
import { type KnownOrder, type NamedOrder, namedOrdersQuery, ownOrdersQuery } from "./finding.queries.ts";
import { isOwn, whose } from "./judge-orders.ts";

/** The order that a typed number means. */
export type TypedOrder = Pick<FoundOrder, "orderId" | "certainty"> & {
  /** Whose it is, where it is not the customer's. */
  doubt: ReturnType<typeof whose> | null;
  /** Whether it is called as it was typed, or a parcel of it is. */
  isLiteral: boolean;
  /** Whether a reply may tell of it: it is the one that was meant, by its name or as the customer's own. */
  isTellable: boolean;
};
type Sender = { customerId: string | null; email: string | null };

/**
 * The order that an agent means by a typed number, its own or one of its parcels, on a ticket of somebody (docs/product.md#the-order-that-an-agent-names); null where
 * there is none, or nobody can say which.
 */
export async function findOrderByNumber(tx: TenantTx, typed: string, sender: Sender): Promise<TypedOrder | null> {
  const plain = plainText(typed);
  const key = keyOf(plain);
  if (key === "") return null;
  const digits = digitsOf(plain);
  const numbers = digits === null ? [] : [withoutZeros(digits)];
  const keys = [...new Set([key, ...(digits === null ? [] : [digits]), ...numbers])];
  const parcel = parcelOf(plain);
  const parcels = parcel === null ? [] : [parcel];
  const { rows: named } = await tx.executeQuery(namedOrdersQuery({ keys, numbers, parcels }));
  // Of a number that many have, not all are read: the customer's own must be among them.
  const { rows: own } = await tx.executeQuery(ownOrdersQuery(sender));
  const orders = [...new Map([...own, ...named].map((order) => [order.id, order])).values()];
  return chooseOrder(orders, plain, sender) ?? chooseParcel(named, parcel, sender);
}

const shortestParcel = 6;

/** The number of a parcel, as it is looked for; null for a text that is none. */
function parcelOf(typed: string): string | null {
  const number = typed.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
  return number.length >= shortestParcel && /\d/.test(number) ? number : null;
}

function chooseParcel(named: NamedOrder[], parcel: string | null, sender: Sender): TypedOrder | null {
  const sent = parcel === null ? [] : named.filter(({ parcels }) => parcels.includes(parcel));
  const [own, another] = sent.filter((order) => isOwn(order, sender));
  if (own) {
    const certainty = another ? "likely" : "certain";
    return { orderId: own.id, certainty, doubt: null, isLiteral: true, isTellable: !another };
  }
  const [sole, second] = sent;
  if (!sole || second) return null;
  return { orderId: sole.id, certainty: "other", doubt: whose(sole), isLiteral: true, isTellable: true };
}

/** The digits in a typed number, as 0 to 9; null where there are none, or several rows of them, of which none can be told to be the number. */
export function digitsOf(typed: string): string | null {
  const [only, another] = plainText(typed).match(/\d+/g) ?? [];
  return only !== undefined && another === undefined ? only : null;
}

function chooseOrder(orders: KnownOrder[], typed: string, sender: Sender): TypedOrder | null {
  const isTheirs = (order: KnownOrder) => isOwn(order, sender);
  const key = keyOf(typed);
  const literal = orders.filter(({ name }) => bare(name) === bare(typed));
  const numbered = orders.filter((order) => isNumbered(order, digitsOf(typed)));
  const called = orders.filter(({ name }) => keyOf(name) === key);
  const fitting = [literal, called, numbered].find(({ length }) => length > 0) ?? [];
  const [own, another] = fitting.filter(isTheirs);
  const isLiteral = literal.length > 0;
  if (own) {
    const certainty = isLiteral && !another ? "certain" : "likely";
    return { orderId: own.id, certainty, doubt: null, isLiteral, isTellable: !another };
  }
  const [sole, second] = fitting;
  if (!sole || (second && !isLiteral)) return null;
  // A number alone may be short for the customer's own.
  const hasRival = /^\d+$/.test(key) && numbered.some(isTheirs);
  const isTellable = isLiteral && !second && !hasRival;
  return { orderId: sole.id, certainty: "other", doubt: whose(sole), isLiteral, isTellable };
}

function isNumbered(order: KnownOrder, digits: string | null): boolean {
  if (digits === null) return false;
  const name = plainText(order.name);
  const number = withoutZeros(digits);
  if (digitsOf(name) !== null) return withoutZeros(digitsOf(name) ?? "") === number;
  return order.orderNumber === number && withoutZeros(splitName({ ...order, name })?.digits ?? "") === number;
}

// Two numbers with nothing but a sign or a blank between them stay two.
function bare(name: string): string {
  const words = plainText(name)
    .toLowerCase()
    .replace(/[#№ ]+/g, " ");
  return words.trim().replace(/(?<!\d) | (?!\d)/g, "");
}
