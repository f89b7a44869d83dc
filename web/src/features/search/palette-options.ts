import type { Resource } from "@deskhand/contract/knowledge";
import type { CustomerHit, OrderHit, SearchResult, TicketHit } from "@deskhand/contract/search";
import { foldLetters } from "@deskhand/contract/search/fold";
import type { LucideIcon } from "lucide-react";
import type { OptionGroup } from "../../ui/form/combobox.tsx";

/** A line of the palette that can be chosen. */
export type Option = { id: string } & (
  | { kind: "command"; command: Command }
  | { kind: "recent"; text: string }
  | { kind: "ticket"; ticket: TicketHit }
  | { kind: "customer"; customer: CustomerHit }
  | { kind: "order"; order: OrderHit }
  | { kind: "resource"; resource: Resource }
  | { kind: "all"; text: string }
);

interface PaletteInput {
  typed: string;
  commands: readonly Command[];
  recent: readonly string[];
  /** The results for `typed`, or for an earlier text. */
  found: SearchResult | undefined;
  /** The best matching agent resources. */
  resources?: readonly Resource[];
}

const MAX_COMMANDS = 4;
/** A word this long, or several words, that match a command hardly mean anything else. */
const CLEAR_LENGTH = 4;

/** Returns the palette's options in groups; without a text, recent searches and all commands. */
export function paletteOptions({
  typed,
  commands,
  recent,
  found,
  resources = [],
}: PaletteInput): OptionGroup<Option>[] {
  const matching = matchCommands(commands, typed);
  if (typed === "") {
    return withoutEmpty([
      { heading: "Recent searches", options: recent.map((text, at) => ({ kind: "recent", id: `recent-${at}`, text })) },
      { heading: "Commands", options: matching.map(commandOption) },
    ]);
  }
  const commandGroup = { heading: "Commands", options: matching.slice(0, MAX_COMMANDS).map(commandOption) };
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
  // A full order number or address means that order or customer, even if tickets mention it.
  return groups.toSorted((a, b) => Number(isExact(b, typed)) - Number(isExact(a, typed)));
}

/** Whether a group's best option is exactly the typed text. */
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

/** Returns the announcement of results for screen readers, including matching resources and commands. */
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

/** An action that the palette offers. */
export interface Command {
  id: string;
  label: string;
  /** Synonyms for the search. */
  alsoCalled?: string;
  Icon: LucideIcon;
  /** The shortcut's keys, pressed in sequence or together. */
  keys?: readonly string[];
  /** Never listed before results: a hasty Enter would do something irreversible. */
  isLast?: boolean;
  run: () => void;
}

/**
 * Ranks a match: 0 if the label starts with the text, 1 if one of its words does, 2 if each typed word begins one, null
 * for none.
 */
function fitOf({ label, alsoCalled = "" }: Command, typed: string): number | null {
  const plain = foldLetters(label);
  if (plain.startsWith(typed)) return 0;
  const words = `${plain} ${foldLetters(alsoCalled)}`.split(/\s+/);
  if (words.some((word) => word.startsWith(typed))) return 1;
  // Each typed word must begin a different word of the command, in any order: "go ord", "orders go".
  const left = [...words];
  const isEach = typed.split(/\s+/).every((part) => {
    const at = left.findIndex((word) => word.startsWith(part));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return isEach ? 2 : null;
}

/** Returns the matching commands, best first; all for an empty text. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const query = foldLetters(typed.trim());
  if (query === "") return [...commands];
  return commands
    .flatMap((command) => {
      const fit = fitOf(command, query);
      return fit === null ? [] : [{ command, fit }];
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ command }) => command);
}
