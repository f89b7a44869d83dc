import { isPressed, type KeyPress, rowKeys, type Shortcut } from "../../lib/shortcuts.ts";

/** The keys of every list and of an open ticket, as the sheet shows them. */
export const ticketShortcuts = {
  next: { scope: "In a list", ...rowKeys.next, does: "Next entry" },
  previous: { scope: "In a list", ...rowKeys.previous, does: "Previous entry" },
  open: { scope: "In a list", key: "Enter", does: "Open the entry" },
  show: { scope: "In the list of tickets", ...rowKeys.show, does: "Show what came in meanwhile" },
  choose: { scope: "In the list of tickets", key: "x", does: "Select a ticket; with Shift up to it" },
  answer: { scope: "In the list of tickets", key: "r", does: "Open a ticket and write a reply" },
  reply: { scope: "In a ticket", key: "r", does: "Write a reply" },
  replyAll: { scope: "In a ticket", key: "a", does: "Write a reply to all" },
  forward: { scope: "In a ticket", key: "f", does: "Forward the newest message" },
  note: { scope: "In a ticket", key: "n", does: "Write an internal note" },
  status: { scope: "In a ticket", key: "s", does: "Update the status" },
  snooze: { scope: "In a ticket", key: "h", does: "Snooze the ticket" },
  assignToMe: { scope: "In a ticket", key: "i", does: "Assign the ticket to me" },
  assignee: { scope: "In a ticket", key: "o", does: "Choose the assignee" },
  priority: { scope: "In a ticket", key: "p", does: "Choose the priority" },
  tag: { scope: "In a ticket", key: "t", does: "Add a tag" },
  actOnOrder: { scope: "In a ticket", key: "d", does: "Do something to the order" },
  cannedResponse: { scope: "In a ticket", key: "/", does: "Pick a canned response, in an empty reply" },
  send: { scope: "In a ticket", key: "Enter", mod: true, does: "Send the reply or add the note" },
  sendThen: {
    scope: "In a ticket",
    key: "Enter",
    mod: true,
    shift: true,
    does: "Send the reply and set the status chosen last",
  },
  nextTicket: { scope: "In a ticket", ...rowKeys.next, does: "Next ticket" },
  previousTicket: { scope: "In a ticket", ...rowKeys.previous, does: "Previous ticket" },
  undoSend: { scope: "Anywhere", key: "z", does: "Undo sending a reply" },
} as const satisfies Record<string, Shortcut>;

/** Whether a key press means "send": Ctrl+Enter, or Cmd+Enter on a Mac; never while a word is being composed. */
export function isSendKey(event: KeyPress & { nativeEvent: { isComposing: boolean } }): boolean {
  return isPressed(event, ticketShortcuts.send) && !event.nativeEvent.isComposing;
}
