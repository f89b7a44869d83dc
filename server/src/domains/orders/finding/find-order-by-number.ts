import { keyOf, splitName, withoutZeros } from "@deskhand/contract/mentions/habits";
import { plainText } from "@deskhand/contract/mentions/plain-text";
import type { FoundOrder } from "@deskhand/contract/tracking";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { type KnownOrder, type NamedOrder, namedOrdersQuery, ownOrdersQuery } from "./finding.queries.ts";
import { isOwn, ownerDoubt } from "./judge-orders.ts";

/** The order that a typed number means. */
export type TypedOrder = Pick<FoundOrder, "orderId" | "certainty"> & {
  /** Its owner, where that is not the customer. */
  doubt: ReturnType<typeof ownerDoubt> | null;
  /** Whether the typed text is its name, or one of its parcels. */
  isLiteral: boolean;
  /** Whether a reply may mention it: its exact name was typed, or it is the customer's own. */
  isTellable: boolean;
};
type Sender = { customerId: string | null; email: string | null };

/**
 * Finds the order an agent means by a typed number, of the order or a parcel, on a sender's ticket
 * (docs/product.md#the-order-that-an-agent-names); null where there is none, or it is ambiguous.
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
  // Only some of many orders with one number are read, so the customer's own must be among them.
  const { rows: own } = await tx.executeQuery(ownOrdersQuery(sender));
  const orders = [...new Map([...own, ...named].map((order) => [order.id, order])).values()];
  return chooseOrder(orders, plain, sender) ?? chooseParcel(named, parcel, sender);
}

const shortestParcel = 6;

/** A parcel's number in its lookup form; null for any other text. */
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
  return { orderId: sole.id, certainty: "other", doubt: ownerDoubt(sole), isLiteral: true, isTellable: true };
}

/** The digits of a typed number, as 0 to 9; null where there are none, or several groups that cannot be told apart. */
export function digitsOf(typed: string): string | null {
  const [first, other] = plainText(typed).match(/\d+/g) ?? [];
  return first !== undefined && other === undefined ? first : null;
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
  // A bare number may be a shortened form of the customer's own order.
  const hasRival = /^\d+$/.test(key) && numbered.some(isTheirs);
  const isTellable = isLiteral && !second && !hasRival;
  return { orderId: sole.id, certainty: "other", doubt: ownerDoubt(sole), isLiteral, isTellable };
}

function isNumbered(order: KnownOrder, digits: string | null): boolean {
  if (digits === null) return false;
  const name = plainText(order.name);
  const number = withoutZeros(digits);
  if (digitsOf(name) !== null) return withoutZeros(digitsOf(name) ?? "") === number;
  return order.orderNumber === number && withoutZeros(splitName({ ...order, name })?.digits ?? "") === number;
}

// Two numbers separated by a sign or a blank stay separate.
function bare(name: string): string {
  const words = plainText(name)
    .toLowerCase()
    .replace(/[#№ ]+/g, " ");
  return words.trim().replace(/(?<!\d) | (?!\d)/g, "");
}
