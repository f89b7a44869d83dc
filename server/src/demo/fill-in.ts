import type { PlannedTicket } from "./demo-plan.ts";
import type { Random } from "./random.ts";

const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

/** What a ticket's conversation speaks of: the words that stand in braces in it. */
export type Scene = ReturnType<typeof makeScene>;

/** Decides what a ticket's conversation speaks of. */
export function makeScene({ order, assignee }: PlannedTicket, random: Random) {
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

/** Puts a scene's words where braces stand; throws on a word that no scene has. */
export function fillIn(text: string, scene: Scene): string {
  return text.replace(/\{(\w+)\}/g, (_, word: string) => {
    if (!(word in scene)) throw new Error(`No scene has {${word}}`);
    return scene[word as keyof Scene];
  });
}
