import type { AnswerMode } from "../recipients.ts";
import type { TicketSort } from "../vocabulary.ts";

/** For how many seconds a reply can be undone; 0 sends at once. */
export const undoSeconds = [0, 5, 10, 20, 30] as const;

/** Where one is once a reply was sent: in the next ticket that needs one, or still in the same. */
export const afterSends = ["next", "stay"] as const;

/** What becomes of the ticket's status with a reply. */
export const sendStatuses = ["keep", "pending", "resolved"] as const;
export type SendStatus = (typeof sendStatuses)[number];

/** How one works through the tickets. */
export interface DeskPreferences {
  undoSeconds: (typeof undoSeconds)[number];
  afterSend: (typeof afterSends)[number];
  /** What was chosen last; it goes with Shift and the keys that send. */
  sendStatus: SendStatus;
  /** What is offered first where a message went to others too. */
  answerMode: AnswerMode;
  /** In which order one has the list of tickets. */
  sort: TicketSort;
}

/** How somebody has it who has chosen nothing. */
export const defaultPreferences: DeskPreferences = {
  undoSeconds: 10,
  afterSend: "next",
  sendStatus: "keep",
  answerMode: "reply-all",
  sort: "priority",
};
