import type { AnswerMode } from "../recipients.ts";
import type { TicketSort } from "../vocabulary.ts";

/** How many seconds a reply can be undone; 0 sends at once. */
export const undoSeconds = [0, 5, 10, 20, 30] as const;

/** Where one goes after a reply: to the next ticket that needs one, or nowhere. */
export const afterSends = ["next", "stay"] as const;

/** What a reply does to the ticket's status. */
export const sendStatuses = ["keep", "pending", "resolved"] as const;
export type SendStatus = (typeof sendStatuses)[number];

/** How a person works through tickets. */
export interface DeskPreferences {
  undoSeconds: (typeof undoSeconds)[number];
  afterSend: (typeof afterSends)[number];
  /** The status chosen last, which Shift with the shortcut for Send applies. */
  sendStatus: SendStatus;
  /** Whom an answer goes to by default, if the message also went to others. */
  answerMode: AnswerMode;
  /** The order of the list of tickets. */
  sort: TicketSort;
}

/** The preferences of a person who has chosen nothing. */
export const defaultPreferences: DeskPreferences = {
  undoSeconds: 10,
  afterSend: "next",
  sendStatus: "keep",
  answerMode: "reply-all",
  sort: "priority",
};
