import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { HeldGroup } from "@deskhand/contract/admin/held-mail";
import { limits } from "@deskhand/contract/limits";
import type { MailLogEntry } from "@deskhand/contract/mail";
import { mailKinds } from "@deskhand/contract/mail/mail-kinds";
import type {
  DoorReason,
  HeldReason,
  MailAction,
  MailLogState,
  MailWait,
  SenderCheck,
} from "@deskhand/contract/vocabulary";
import { counted, formatDateTime } from "../../lib/format.ts";
import type { Tone } from "../../ui/tone.ts";
import { inertText } from "./inert-text.ts";

interface StateWords {
  label: string;
  tone: Tone;
  /** Used when no other reason is known. */
  meaning: string;
}

/** The label, tone and explanation of each state. */
export const stateWords: Record<MailLogState, StateWords> = {
  received: { label: "Waiting", tone: "amber", meaning: "It is about to be processed." },
  ticket_created: { label: "Ticket created", tone: "green", meaning: "It began a conversation." },
  reply_added: { label: "Added to a ticket", tone: "green", meaning: "It joined a ticket." },
  duplicate: { label: "Duplicate", tone: "grey", meaning: "The same mail was there already." },
  auto_reply: { label: "Automatic", tone: "grey", meaning: "A machine wrote it." },
  bounce: { label: "Bounce", tone: "amber", meaning: "It reports on a mail of yours." },
  loop_stopped: { label: "Stopped", tone: "amber", meaning: "It was stopped, as it may go in circles." },
  quarantined: { label: "Quarantined", tone: "red", meaning: "It may be forged or dangerous." },
  failed: { label: "Failed", tone: "red", meaning: "It failed after all tries." },
  forwarding_test: {
    label: "Forwarding test",
    tone: "grey",
    meaning: "It is a test of your forwarding that came back.",
  },
  sending: { label: "Sending", tone: "blue", meaning: "It is about to be sent." },
  blocked: { label: "Blocked", tone: "grey", meaning: "Its sender is blocked." },
  sent: { label: "Sent", tone: "green", meaning: "The next mail server took it." },
};

const inOutbox: StateWords = {
  label: "In the outbox",
  tone: "grey",
  meaning: "It is kept in the outbox of this installation and does not leave it.",
};

/** Returns a mail's state in words: until when a limit holds it, or that a sent one stayed in the local outbox. */
export function shownState({
  state,
  heldUntil,
  isInOutbox,
}: Pick<MailLogEntry, "state" | "heldUntil" | "isInOutbox">): Omit<StateWords, "meaning"> {
  if (isInOutbox) return inOutbox;
  if (heldUntil === null) return stateWords[state];
  return { label: `Held back until ${formatDateTime(heldUntil)}`, tone: "amber" };
}

const waitWords: Record<MailWait, string> = {
  reading: "It takes long to be read: it waits for that",
  place: "Waits until others that came before it are read or looked up",
  sender: "Waits for its sender's name servers",
  mail: "Waits for another mail that came with it, or is on its way",
  server: "Waits until a fault of this server is over",
};

/** Returns why a mail is in its state. */
export function mailReason({
  state,
  reason,
  waits,
  isInOutbox,
}: Pick<MailLogEntry, "state" | "reason" | "waits" | "isInOutbox">): string {
  if (waits !== null) return `${waitWords[waits.for]}, since ${formatDateTime(waits.since)}.`;
  return inertText(reason ?? (isInOutbox ? inOutbox : stateWords[state]).meaning);
}

/** Returns a mail's sender; account mails come from the installation, whatever the store's settings. */
export function mailSender({ direction, from, kind }: Pick<MailLogEntry, "direction" | "from" | "kind">): string {
  if (direction === "in") return from ?? "Nobody (<>)";
  return kind === "reply" || kind === "acknowledgement" ? "Your store" : "Deskhand";
}

/** Returns a mail's title: its subject, or its kind. */
export function mailTitle({ subject, kind, state }: Pick<MailLogEntry, "subject" | "kind" | "state">): string {
  if (subject !== null && subject.trim() !== "") return inertText(subject);
  if (kind !== null) return mailKinds[kind].title;
  return state === "received" ? "Not read yet" : "No subject";
}

/** The result of the sender check. */
export const senderWords: Record<SenderCheck, { label: string; tone: Tone }> = {
  pass: { label: "Sender verified", tone: "green" },
  fail: { label: "Sender not verified", tone: "red" },
  none: { label: "Sender unknown", tone: "grey" },
};

interface ActionWords {
  label: string;
  busyText: string;
  /** Shown beside the button. */
  note: string;
  done: string;
}

/** The actions on a mail. */
export const actionWords: Record<MailAction, ActionWords> = {
  "process-again": {
    label: "Process again",
    busyText: "Starting...",
    note: "Process again reads it once more by the same rules.",
    done: "The mail is being processed again",
  },
  "make-ticket": {
    label: "Make a ticket",
    busyText: "Starting...",
    note: "Make a ticket takes it for a mail of a person: it begins a ticket, or joins the one that it belongs to.",
    done: "A ticket is being made of the mail",
  },
  release: {
    label: "Release from quarantine",
    busyText: "Releasing...",
    note: "Release it only when you know what it is: it becomes a ticket with its files.",
    done: "The mail was released",
  },
  "try-again": {
    label: "Try again",
    busyText: "Trying...",
    note: "Try again sends it once more, as the same mail.",
    done: "The mail is being sent again",
  },
};

/** The limits that hold mail. */
export const heldReasonWords: Record<HeldReason, string> = {
  alike: "The same words again and again",
  sender: "Too many of one sender",
  ticket: "Too many on one ticket",
  automatic: "Too many automatic replies on one ticket",
  size: "Too large, or too long to read",
};

/** Why the SMTP door refuses a mail. */
export const doorReasonWords: Record<DoorReason, string> = {
  sender_address: "Sender's address that cannot be read",
  recipient_address: "Recipient's address that cannot be read",
  unknown_recipient: "Address at your domain that you do not have here",
  too_large: "Mail that is too large",
  limit: "More mail at once than may come; its server tries again",
  no_room: "No room for it at that moment; its server tries again",
};

/** "200 mails of ann@shop.example: too many of one sender". */
export function groupWords({ mails, sender, reason }: HeldGroup): string {
  const of = sender === null ? "" : ` of ${shownText(inertText(sender))}`;
  const why = heldReasonWords[reason];
  return `${counted(mails, "mail")}${of}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}

/** Returns how many mails are held, possibly capped. */
export function heldCount({ mails, isMore }: { mails: number; isMore: boolean }): string {
  return isMore ? `${limits.heldMailsCounted.toLocaleString("en-US")}+ mails` : counted(mails, "mail");
}
