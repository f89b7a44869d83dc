import type { Resource } from "@deskhand/contract/knowledge";
import type { CustomerHit, OrderHit, SearchResult, TicketHit } from "@deskhand/contract/search";
import { foldLetters } from "@deskhand/contract/search/fold";
import type { LucideIcon } from "lucide-react";
import type { OptionGroup } from "../../ui/form/combobox.tsx";

/** One line of the palette that can be chosen. */
export type Option = { id: string } & (
  | { kind: "command"; command: Command }
  | { kind: "recent"; text: string }
  | { kind: "ticket"; ticket: TicketHit }
  | { kind: "customer"; customer: CustomerHit }
  | { kind: "order"; order: OrderHit }
  | { kind: "resource"; resource: Resource }
  | { kind: "all"; text: string }
);

interface Given {
  typed: string;
  commands: readonly Command[];
  recent: readonly string[];
  /** What was found for `typed`, or for what was typed before it. */
  found: SearchResult | undefined;
  /** The agent resources that fit it best. */
  resources?: readonly Resource[];
}

const FEW = 4;
/** A word of this length, or several words, that fit a command are hardly meant for anything else. */
const CLEAR_LENGTH = 4;

/** Everything the palette offers now, in groups. With nothing typed: the searches before, and every command. */
export function paletteOptions({ typed, commands, recent, found, resources = [] }: Given): OptionGroup<Option>[] {
  const matching = matchCommands(commands, typed);
  if (typed === "") {
    return withoutEmpty([
      { heading: "Recent searches", options: recent.map((text, at) => ({ kind: "recent", id: `recent-${at}`, text })) },
      { heading: "Commands", options: matching.map(commandOption) },
    ]);
  }
  const commandGroup = { heading: "Commands", options: matching.slice(0, FEW).map(commandOption) };
  const resourceGroup: OptionGroup<Option> = {
    heading: "Agent Resources",
    options: resources.map((resource) => ({ kind: "resource", id: `resource-${resource.id}`, resource })),
  };
  const results = [...(found === undefined ? [] : resultGroups(found, typed)), resourceGroup];
  const isClear = (typed.length >= CLEAR_LENGTH || typed.includes(" ")) && !matching[0]?.isLast;
  return withoutEmpty(isClear ? [commandGroup, ...results] : [...results, commandGroup]);
}

function resultGroups({ tickets, customers, orders }: SearchResult, typed: string): OptionGroup<Option>[] {
  const all: Option[] = tickets.items.length > 0 ? [{ kind: "all", id: "all", text: typed }] : [];
  const groups = [
    groupOf("Tickets", tickets, (ticket) => ({ kind: "ticket", id: `ticket-${ticket.id}`, ticket }), all),
    groupOf("Customers", customers, (customer) => ({ kind: "customer", id: `customer-${customer.id}`, customer })),
    groupOf("Orders", orders, (order) => ({ kind: "order", id: `order-${order.id}`, order })),
  ];
  // Who types a whole order number or address means that one, although tickets mention it.
  return groups.toSorted((a, b) => Number(isExact(b, typed)) - Number(isExact(a, typed)));
}

/** Whether the best of a group is just what was typed. */
function isExact({ options }: OptionGroup<Option>, typed: string): boolean {
  const plain = (text: string | null) => text && foldLetters(text).replace(/^#/, "");
  const [best] = options;
  if (best?.kind === "ticket") return best.ticket.foundIn === "number";
  if (best?.kind === "order") return plain(best.order.name) === plain(typed);
  return best?.kind === "customer" && [best.customer.name, best.customer.email].map(plain).includes(plain(typed));
}

function groupOf<Hit>(
  heading: string,
  { items, hasMore }: { items: Hit[]; hasMore: boolean },
  toOption: (hit: Hit) => Option,
  after: Option[] = [],
): OptionGroup<Option> {
  return { heading, options: [...items.map(toOption), ...after], ...(hasMore && { note: `best ${items.length}` }) };
}

const commandOption = (command: Command): Option => ({ kind: "command", id: `command-${command.id}`, command });

const withoutEmpty = (groups: OptionGroup<Option>[]) => groups.filter(({ options }) => options.length > 0);

/** What a screen reader announces when results have come, with the resources and commands that match as well. */
export function resultSentence({ tickets, customers, orders }: SearchResult, commands: number, resources = 0): string {
  const counts = [
    countText(tickets.items.length, tickets.hasMore, "ticket"),
    countText(customers.items.length, customers.hasMore, "customer"),
    countText(orders.items.length, orders.hasMore, "order"),
    countText(resources, false, "resource"),
    countText(commands, false, "command"),
  ].filter(Boolean);
  return counts.length === 0 ? "Nothing found" : `${counts.join(", ")} found`;
}

function countText(count: number, hasMore: boolean, noun: string): string {
  if (count === 0) return "";
  return `${hasMore ? "more than " : ""}${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Something the palette can do besides finding. */
export interface Command {
  id: string;
  label: string;
  /** Other words that people look for it by. */
  alsoCalled?: string;
  Icon: LucideIcon;
  /** The keys that do the same, one after the other or together. */
  keys?: readonly string[];
  /** Never stands before what is found: Enter, pressed too soon, would do what cannot be taken back. */
  isLast?: boolean;
  run: () => void;
}

/** How well a command fits: 0 its label begins so, 1 one of its words does, 2 each typed word begins one; null not at all. */
function fitOf({ label, alsoCalled = "" }: Command, typed: string): number | null {
  const plain = foldLetters(label);
  if (plain.startsWith(typed)) return 0;
  const words = `${plain} ${foldLetters(alsoCalled)}`.split(/\s+/);
  if (words.some((word) => word.startsWith(typed))) return 1;
  // Each typed word begins another of the command's words, in any order: "go ord", "orders go".
  const left = [...words];
  const isEach = typed.split(/\s+/).every((part) => {
    const at = left.findIndex((word) => word.startsWith(part));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return isEach ? 2 : null;
}

/** The commands that fit what was typed, the best first; all of them when nothing was. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = foldLetters(typed.trim());
  if (wanted === "") return [...commands];
  return commands
    .flatMap((command) => {
      const fit = fitOf(command, wanted);
      return fit === null ? [] : [{ command, fit }];
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ command }) => command);
}
