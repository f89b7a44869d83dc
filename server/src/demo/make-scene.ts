import type { PlannedTicket } from "./demo-plan.ts";
import type { Scene } from "./fill-in.ts";
import type { Random } from "./random.ts";

const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

/** What a ticket's conversation speaks of. */
export function makeScene({ order, assignee }: PlannedTicket, random: Random): Scene {
  const { customer, product, colour, carrier, tracking } = order;
  return {
    first: customer.first,
    name: `${customer.first} ${customer.last}`,
    city: customer.city,
    product: `${product.name} in ${colour}`,
    item: product.item,
    colour,
    price: `€${product.price.toFixed(2)}`,
    order: `#${order.number}`,
    date: dates.format(order.at),
    day: random.pick(weekdays),
    carrier,
    tracking,
    agent: assignee.name.split(" ")[0] ?? assignee.name,
  };
}
