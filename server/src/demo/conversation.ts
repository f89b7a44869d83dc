import type { TicketCategory, TicketPriority } from "@deskhand/contract/vocabulary";
import type { DemoFile } from "./demo-files.ts";
import type { ProductKind } from "./products.ts";

type Extras = {
  /** A file attached to the message. */
  file?: DemoFile;
  /** The customer's mail program quoted the previous message. */
  quotes?: true;
  /** The mail had an HTML part. */
  html?: true;
  /** A machine sent it, such as an absence notice. */
  isAutomatic?: true;
  /** Why the reply could not be delivered. */
  fails?: string;
};

/** One message of a conversation; `{words}` in braces are filled in per ticket (see make-tickets.ts). */
export type Turn = Extras & { by: "customer" | "agent" | "note"; text: string };

/**
 * What store and carriers know of a conversation's order, so that they tell the same story. Hours are counted back from
 * the first mail. By default an order was paid and has arrived.
 */
export type OrderStory = {
  /** When it was ordered, at most and at least. */
  ordered?: readonly [number, number];
  /** When its parcel arrived, or the first half of it. */
  arrived?: number;
  /** Where its parcel is at the first mail; at the end of the conversation it has arrived. */
  parcel?: "not sent" | "stuck" | "at the depot" | "half arrived";
  /** How many pieces of its main product; then it contains nothing else. */
  pieces?: number;
  /** The turn that mentions the refund, from 0, or -1 before the first; the share in per cent, else all. */
  refund?: { turn: number; percent?: number };
  /** It arrives while the last mail is unanswered, so that an answer has to know. */
  arrivesLater?: true;
  /** The new address, once the customer has asked for it. */
  street?: string;
};

/** A conversation as it may happen at the desk, beginning with the customer's first mail. */
export type Conversation = {
  subject: string;
  category: TicketCategory;
  priority: TicketPriority;
  tags: string[];
  /** The kind of product, where its words fit only one. */
  about?: ProductKind;
  /** How many turns its recent ticket has, where not left to chance; its archived ticket has them all. */
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

/** A customer's message. */
export const customer = writer("customer");
/** An agent's reply, with greeting and closing added. */
export const agent = writer("agent", (text) => `Hi {first},\n\n${text}\n\nBest wishes,\n{agent}`);
/** An internal note. */
export const note = writer("note");
