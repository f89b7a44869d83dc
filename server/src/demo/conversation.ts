import type { TicketCategory, TicketPriority } from "@deskhand/contract/vocabulary";
import type { DemoFile } from "./demo-files.ts";
import type { ProductKind } from "./products.ts";

type Extras = {
  /** A file that comes with the message. */
  file?: DemoFile;
  /** The customer's mail program quoted the message before. */
  quotes?: true;
  /** The mail came with an HTML part. */
  html?: true;
  /** A machine sent it, such as an absence notice. */
  isAutomatic?: true;
  /** Why the reply could not be delivered. */
  fails?: string;
};

/** One message of a conversation; `{words}` in braces are filled in for each ticket (see make-tickets.ts). */
export type Turn = Extras & { by: "customer" | "agent" | "note"; text: string };

/**
 * What the store and its carriers know of the order that a conversation speaks of, so that all tell the same. Hours are
 * counted back from the first mail. What is not said: it was paid and has arrived.
 */
export type OrderStory = {
  /** When it was ordered, at most and at least. */
  ordered?: readonly [number, number];
  /** When its parcel arrived, or, of half of it, the first. */
  arrived?: number;
  /** Where its parcel is when the first mail is written; at the end of the conversation it has arrived. */
  parcel?: "not sent" | "stuck" | "at the depot" | "half arrived";
  /** How many pieces of what it is mainly about; with nothing else beside it. */
  pieces?: number;
  /** Which turn tells that money was given back, from 0 on, -1 before the first; how much in per cent, else all. */
  refund?: { turn: number; percent?: number };
  /** It arrives while the last mail lies there, which an answer has to know. */
  arrivesLater?: true;
  /** Where it goes once the customer has asked for that. */
  street?: string;
};

/** A conversation as it may happen at the desk, with the customer's first mail at its beginning. */
export type Conversation = {
  subject: string;
  category: TicketCategory;
  priority: TicketPriority;
  tags: string[];
  /** What it is about, where its words fit only one kind of product. */
  about?: ProductKind;
  /** How many turns its recent ticket has, where that is not left to chance; its archived ticket has them all. */
  recentTurns?: number;
  order?: OrderStory;
  turns: Turn[];
};

type Text = TemplateStringsArray;
type Write = { (text: Text): Turn; (extras: Extras): (text: Text) => Turn };

// Words are tagged templates, `customer`…`` or `customer({ quotes: true })`…``, so that a long text stays on its line.
function writer(by: Turn["by"], framed = (text: string) => text): Write {
  const turn = ([text = ""]: readonly string[], extras: Extras): Turn => ({ by, text: framed(text), ...extras });
  function write(text: Text): Turn;
  function write(extras: Extras): (text: Text) => Turn;
  function write(first: Text | Extras) {
    return "raw" in first ? turn(first, {}) : (text: Text) => turn(text, first);
  }
  return write;
}

/** What the customer wrote. */
export const customer = writer("customer");
/** What an agent replied; greeting and closing are put around it. */
export const agent = writer("agent", (text) => `Hi {first},\n\n${text}\n\nBest wishes,\n{agent}`);
/** An internal note. */
export const note = writer("note");
