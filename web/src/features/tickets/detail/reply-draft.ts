import type { TicketDetail } from "@deskhand/contract/tickets";

/** The reply being written, for the tools beside it, which other features bring. */
export interface ReplyDraft {
  ticket: TicketDetail;
  text: string;
  /** Replaces the whole text. */
  setText: (text: string) => void;
  /** Puts the caret into the text, selecting what lies between two places. */
  select: (start: number, end: number) => void;
  focus: () => void;
  isSending: boolean;
  /** Where a tool shows what it has to say, above the text: render into it by a portal. Null until it is there. */
  above: HTMLElement | null;
}
