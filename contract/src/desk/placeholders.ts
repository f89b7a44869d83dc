/** What a canned response may leave open, and what that is. Free of zod, so that the composer need not load it. */
export const placeholders = {
  "customer.first_name": "The first name of who is first in To",
  "customer.name": "Their name",
  "customer.email": "Their e-mail address",
  "ticket.number": "The ticket's number",
  "ticket.subject": "The ticket's subject",
  "order.name": "The name of the order you chose, or that the customer surely means",
  "order.total": "What that order costs",
  "order.status": "Whether it is shipped",
  "order.date": "When it was placed",
  "tracking.number": "The tracking number of its newest shipment",
  "tracking.url": "The link to follow that shipment",
  "tracking.carrier": "Who carries it",
  "agent.name": "Your name",
  "store.name": "The store's name",
} as const;
export type Placeholder = keyof typeof placeholders;
export const placeholderNames = Object.keys(placeholders) as Placeholder[];

/** What can be filled in of a new ticket: nobody has written an answer or chosen an order yet. */
export const acknowledgementPlaceholders = [
  "customer.first_name",
  "customer.name",
  "ticket.number",
  "ticket.subject",
  "store.name",
] as const satisfies Placeholder[];

/** Where a text has something to be filled in, in order, known or not; positions in UTF-16 units. */
export function findPlaceholders(text: string): { name: string; start: number; end: number }[] {
  return [...text.matchAll(/\{\{ ?([\w.-]{1,40}) ?\}\}/g)].map(({ 0: whole, 1: name = "", index }) => ({
    name,
    start: index,
    end: index + whole.length,
  }));
}

/** Whether this can be filled in. */
export function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name);
}

/** Whether it tells of an order or its parcel, which its customer alone is told. */
export const isOfOrder = (name: string): boolean => /^(?:order|tracking)\./.test(name);
