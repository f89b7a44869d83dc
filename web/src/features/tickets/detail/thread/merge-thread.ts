import type { Message, Note } from "@deskhand/contract/messages";
import type { Mailbox } from "@deskhand/contract/recipients";
import type { Activity } from "@deskhand/contract/tickets";
import type { IsKnown } from "../../../../entities/person/mailbox-words.ts";

export type ThreadEntry =
  | { kind: "message"; item: Message }
  | { kind: "note"; item: Note }
  | { kind: "step"; item: Activity };

/** What is known of one kind of entry, without a gap and oldest first; there may be older ones. */
interface Known<Item> {
  items: readonly Item[];
  hasOlder: boolean;
}

interface ThreadParts {
  messages: Known<Message>;
  notes: Known<Note>;
  steps: Known<Activity>;
}

interface MergedThread {
  entries: ThreadEntry[];
  /** The parts of which a page more is needed to show more of the thread; none where the whole is there. */
  wanting: (keyof ThreadParts)[];
}

/** A part of which fewer are held back is fetched along with those that are wanting. */
const FEW = 25;

/**
 * Messages, notes and steps in the order of time. Each is known back to some time only: what is older than the latest of these
 * is held back, as nobody could tell what is missing between it.
 */
export function mergeThread(parts: ThreadParts): MergedThread {
  const starts = [startOf(parts.messages), startOf(parts.notes), startOf(parts.steps)];
  const start = starts.toSorted().at(-1) ?? "";
  function shown<Item extends { createdAt: string }>(part: Known<Item>): Item[] {
    const isLatest = startOf(part) === start;
    return part.items.filter(({ createdAt }) => createdAt > start || (isLatest && createdAt === start));
  }
  const of = { messages: shown(parts.messages), notes: shown(parts.notes), steps: shown(parts.steps) };
  const entries: ThreadEntry[] = [
    ...of.messages.map((item) => ({ kind: "message" as const, item })),
    ...of.notes.map((item) => ({ kind: "note" as const, item })),
    ...of.steps.map((item) => ({ kind: "step" as const, item })),
  ];
  const names = ["messages", "notes", "steps"] as const;
  return {
    // Each part keeps its order where times are the same.
    entries: withBeginning(entries.sort((one, other) => compare(one.item.createdAt, other.item.createdAt))),
    wanting: names.filter((name) => parts[name].hasOlder && parts[name].items.length - of[name].length < FEW),
  };
}

/** That a ticket was created stands above the message that it was created by, though it was written down after it. */
function withBeginning(entries: ThreadEntry[]): ThreadEntry[] {
  const [first, second, ...others] = entries;
  const isAfter = first?.kind === "message" && second?.kind === "step" && second.item.kind === "created";
  return isAfter ? [second, first, ...others] : entries;
}

/** Since when a part is known; "" for ever, and in no time where nothing of it is known. */
function startOf({ items, hasOlder }: Known<{ createdAt: string }>): string {
  return hasOlder ? (items[0]?.createdAt ?? "~") : "";
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** An entry of the thread, or steps that follow each other. */
type ThreadPart = Exclude<ThreadEntry, { kind: "step" }> | { kind: "steps"; items: Activity[] };

/** Puts steps together between which nothing was written. */
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
 * Who is not on each message of a thread that its ticket's customer is not on: they, and whoever is on the customer's conversation so
 * far. `isKnown` are the customer's addresses and colleagues.
 */
export function leftOutOf(messages: readonly Message[], customer: Mailbox, isKnown: IsKnown): Map<string, Mailbox[]> {
  const others = new Map<string, Mailbox>();
  const leftOut = new Map<string, Mailbox[]>();
  for (const message of messages) {
    const on = peopleOn(message);
    if (message.audience === "side") {
      const had = new Set(on.map(({ email }) => email));
      leftOut.set(message.id, [customer, ...[...others.values()].filter(({ email }) => !had.has(email))]);
    } else if (!message.isAutomatic) {
      for (const one of on) if (!isKnown(one.email) && !others.has(one.email)) others.set(one.email, one);
    }
  }
  return leftOut;
}

/** Who wrote a message or got it, but for the store. */
function peopleOn({ isFromCustomer, authorEmail, authorName, recipients }: Message): Mailbox[] {
  const named = recipients.filter(({ kind, isOurs }) => kind !== "reply-to" && !isOurs);
  const writes = isFromCustomer && authorEmail !== null;
  return writes ? [{ email: authorEmail.toLowerCase(), name: authorName }, ...named] : named;
}
