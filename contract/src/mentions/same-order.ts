import type { OrderMention } from "./find-order-mentions.ts";
import { keyOf } from "./habits.ts";

/** An order's name as the store writes it, and its number as the platform counts. */
type OrderName = { name: string; orderNumber: string };

/** Whether a mention may be of an order. */
export function fits(order: OrderName, { keys, numbers }: OrderMention): boolean {
  if (keys.includes(keyOf(order.name))) return true;
  return numbers.includes(order.orderNumber) && order.name.includes(order.orderNumber);
}

/** Whether two numbers of four or more digits differ by one slip: a digit more, less or different, or two exchanged. */
export function isSimilar(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 4 || long.length - short.length > 1) return false;
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let end = 0;
  while (end < short.length - begin && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const differing = long.length - begin - end;
  if (long.length > short.length) return differing <= 1;
  if (differing <= 1) return true;
  return differing === 2 && short[begin] === long[begin + 1] && short[begin + 1] === long[begin];
}
