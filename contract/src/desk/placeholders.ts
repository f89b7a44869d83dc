/** The placeholders of a canned response, with their meaning. Free of zod, so that the composer need not load it. */
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
  "tracking.number": "The tracking number of the parcel that Tracking shows first",
  "tracking.url": "The link to follow that parcel",
  "tracking.carrier": "Who carries it",
  "tracking.status": "How far it is",
  "tracking.expected": "The day on which it is expected",
  "refund.amount": "What was refunded last of that order, in the customer's currency",
  "refund.date": "When that was",
  "cancellation.amount": "What was refunded when that order was cancelled from here, in the customer's currency",
  "cancellation.date": "When it was cancelled",
  "address.new": "The shipping address that was last given to that order from here",
  "invoice.link": "Where the customer pays the draft last made of that order",
  "invoice.amount": "What that draft costs",
  "agent.name": "Your name",
  "store.name": "The store's name",
} as const;
export type Placeholder = keyof typeof placeholders;
export const placeholderNames = Object.keys(placeholders) as Placeholder[];

/** The placeholders that a new ticket can fill: nobody has answered or chosen an order yet. */
export const acknowledgementPlaceholders = [
  "customer.first_name",
  "customer.name",
  "ticket.number",
  "ticket.subject",
  "store.name",
] as const satisfies Placeholder[];

/** Finds the placeholders in a text, in order, known or not; positions in UTF-16 units. */
export function findPlaceholders(text: string): { name: string; start: number; end: number }[] {
  return [...text.matchAll(/\{\{ ?([\w.-]{1,40}) ?\}\}/g)].map(({ 0: whole, 1: name = "", index }) => ({
    name,
    start: index,
    end: index + whole.length,
  }));
}

/** Replaces placeholders with their values; one without a value stays. Placeholders inside a value are never filled. */
export function fillPlaceholders(text: string, values: Partial<Record<Placeholder, string | null>>): string {
  let filled = "";
  let at = 0;
  for (const { name, start, end } of findPlaceholders(text)) {
    const value = isPlaceholder(name) ? values[name]?.trim() : undefined;
    filled += text.slice(at, start) + (value || text.slice(start, end));
    at = end;
  }
  return filled + text.slice(at);
}

/** Whether a placeholder of this name exists. */
export function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name);
}

/** Whether a placeholder tells of an order or its parcel, which only its customer may read. */
export const isOfOrder = (name: string): boolean =>
  /^(?:order|tracking|refund|cancellation|address|invoice)\./.test(name);
