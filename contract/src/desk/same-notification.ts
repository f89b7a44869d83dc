import type { Notification } from "../notifications.ts";

/** Whether two notifications that follow each other in the bell tell the same and are shown as one (docs/product.md#the-bell). */
export function tellsTheSame(one: Notification, other: Notification): boolean {
  return one.ticketId !== null && one.ticketId === other.ticketId && one.type === other.type && one.read === other.read;
}
