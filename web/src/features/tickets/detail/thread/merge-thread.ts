import type { Message, Note } from "@deskhand/contract/messages";
import type { Mailbox } from "@deskhand/contract/recipients";
import type { Activity } from "@deskhand/contract/tickets";
import type { IsKnown } from "../../../../entities/person/mailbox-words.ts";

export type ThreadEntry =
  | { kind: "message"; item: Message }
  | { kind: "note"; item: Note }
  | { kind: "step"; item: Activity };

/** The loaded entries of one kind, oldest first and without a gap; older ones may exist. */
interface LoadedPart<Item> {
  items: readonly Item[];
  hasOlder: boolean;
}

interface ThreadParts {
  messages: LoadedPart<Message>;
  notes: LoadedPart<Note>;
  steps: LoadedPart<Activity>;
}

interface MergedThread {
  entries: ThreadEntry[];
  /** The parts that need another page to show more of the thread; empty when it is complete. */
  wanting: (keyof ThreadParts)[];
}

/** A part with fewer entries held back than this is fetched along with the parts that need a page. */
const FEW_HELD_BACK = 25;

/**
 * Merges messages, notes and steps by time. Each part is loaded back to some time only; entries older than the latest
 * of these are held back, since others may be missing between them.
 */
export function mergeThread(parts: ThreadParts): MergedThread {
  const starts = [startOf(parts.messages), startOf(parts.notes), startOf(parts.steps)];
  const start = starts.toSorted().at(-1) ?? "";
  function visibleOf<Item extends { createdAt: string }>(part: LoadedPart<Item>): Item[] {
    const isLatest = startOf(part) === start;
    return part.items.filter(({ createdAt }) => createdAt > start || (isLatest && createdAt === start));
  }
  const of = { messages: visibleOf(parts.messages), notes: visibleOf(parts.notes), steps: visibleOf(parts.steps) };
  const entries: ThreadEntry[] = [
    ...of.messages.map((item) => ({ kind: "message" as const, item })),
    ...of.notes.map((item) => ({ kind: "note" as const, item })),
    ...of.steps.map((item) => ({ kind: "step" as const, item })),
  ];
  const names = ["messages", "notes", "steps"] as const;
  return {
    // The sort is stable, so each part keeps its order where times are equal.
    entries: withBeginning(entries.sort((one, other) => compare(one.item.createdAt, other.item.createdAt))),
    wanting: names.filter((name) => parts[name].hasOlder && parts[name].items.length - of[name].length < FEW_HELD_BACK),
  };
}

/** Moves the creation step above the message that created the ticket, though it was recorded after it. */
function withBeginning(entries: ThreadEntry[]): ThreadEntry[] {
  const [first, second, ...others] = entries;
  const isAfter = first?.kind === "message" && second?.kind === "step" && second.item.kind === "created";
  return isAfter ? [second, first, ...others] : entries;
}

/** The time from which a part is complete: "" for always, null while nothing is loaded. */
function startOf({ items, hasOlder }: LoadedPart<{ createdAt: string }>): string {
  return hasOlder ? (items[0]?.createdAt ?? "~") : "";
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** One entry of the thread, or a run of steps. */
type ThreadPart = Exclude<ThreadEntry, { kind: "step" }> | { kind: "steps"; items: Activity[] };

/** Groups consecutive steps. */
export function gatherSteps(entries: readonly ThreadEntry[]): ThreadPart[] {
  const parts: ThreadPart[] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (entry.kind !== "step") parts.push(entry);
    else if (last?.kind === "steps") last.items.push(entry.item);
    else parts.push({ kind: "steps", items: [entry.item] });
  }
  return parts;
}

/**
 * For each message without the ticket's customer, returns who was left out: the customer and everybody else on the
 * customer's conversation so far. `isKnown` recognizes the customer's addresses and colleagues.
 */
export function leftOutOf(messages: readonly Message[], customer: Mailbox, isKnown: IsKnown): Map<string, Mailbox[]> {
  const others = new Map<string, Mailbox>();
  const leftOut = new Map<string, Mailbox[]>();
  for (const message of messages) {
    const on = peopleOn(message);
    if (message.audience === "side") {
      const presentEmails = new Set(on.map(({ email }) => email));
      leftOut.set(message.id, [customer, ...[...others.values()].filter(({ email }) => !presentEmails.has(email))]);
    } else if (!message.isAutomatic) {
      for (const one of on) if (!isKnown(one.email) && !others.has(one.email)) others.set(one.email, one);
    }
  }
  return leftOut;
}

/** A message's author and recipients, without the store. */
function peopleOn({ isFromCustomer, authorEmail, authorName, recipients }: Message): Mailbox[] {
  const named = recipients.filter(({ kind, isOurs }) => kind !== "reply-to" && !isOurs);
  const writes = isFromCustomer && authorEmail !== null;
  return writes ? [{ email: authorEmail.toLowerCase(), name: authorName }, ...named] : named;
}
