/** What a canned response may leave open, and what that is. Free of zod, so that the composer need not load it. */
export const placeholders = {
  "customer.first_name": "The customer's first name",
  "customer.name": "The customer's name",
  "customer.email": "The customer's e-mail address",
  "ticket.number": "The ticket's number",
  "ticket.subject": "The ticket's subject",
  "order.name": "The name of the customer's newest order",
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

/** Where a text has placeholders that are known, in order; positions in UTF-16 units. */
export function findPlaceholders(text: string): { name: Placeholder; start: number; end: number }[] {
  return [...text.matchAll(/\{\{ ?([a-z_]{1,20}\.[a-z_]{1,20}) ?\}\}/g)].flatMap(({ 0: whole, 1: name, index }) =>
    isPlaceholder(name) ? [{ name, start: index, end: index + whole.length }] : [],
  );
}

function isPlaceholder(name: string | undefined): name is Placeholder {
  return name !== undefined && Object.hasOwn(placeholders, name);
}
