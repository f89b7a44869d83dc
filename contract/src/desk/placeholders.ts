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
  "tracking.number": "The tracking number of the parcel that Tracking shows first",
  "tracking.url": "The link to follow that parcel",
  "tracking.carrier": "Who carries it",
  "tracking.status": "How far it is",
  "tracking.expected": "The day on which it is expected",
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

/** Puts values where placeholders stand; one without a value stays. What a value contains is never filled again. */
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

/** Whether this can be filled in. */
export function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name);
}

/** Whether it tells of an order or its parcel, which its customer alone is told. */
export const isOfOrder = (name: string): boolean => /^(?:order|tracking)\./.test(name);
