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

/** One message of a conversation; `{words}` in braces are filled in for each ticket (see fill-in.ts). */
export type Turn = Extras & { by: "customer" | "agent" | "note"; text: string };

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
