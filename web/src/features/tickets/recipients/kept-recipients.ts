import type { AnswerMode, Mailbox, Recipients } from "@deskhand/contract/recipients";
import { readFields } from "../../../lib/drafts.ts";

/** Whom a reply goes to, as it stands above its text. */
export interface ChosenRecipients extends Recipients {
  /** The message that is answered; null for none, or as the server thinks best. */
  answersId: string | null;
  /** How they follow from that message; null where they were chosen by hand. */
  mode: AnswerMode | null;
  /** Whether somebody chose them, so that they stay in an empty composer too. */
  isChosen: boolean;
  /** Whose the ticket was then; "" for nobody's, null where that is not known. */
  customerId: string | null;
}

const nobody: Mailbox[] = [];
const blank = { to: nobody, cc: nobody, bcc: nobody, answersId: "", mode: "", isChosen: false, customerId: "?" };

/** Recipients as they are kept beside the draft. */
export function keepRecipients(chosen: ChosenRecipients): string {
  return JSON.stringify(chosen);
}

/** What `keepRecipients` kept; null for nothing of that kind. */
export function readKeptRecipients(kept: string): ChosenRecipients | null {
  const { answersId, mode, customerId, ...found } = readFields(kept, blank, (value, empty) =>
    Array.isArray(empty) ? isMailboxes(value) : typeof value === typeof empty,
  );
  if (found.to === nobody || found.cc === nobody || found.bcc === nobody) return null;
  return {
    ...found,
    answersId: answersId || null,
    mode: mode === "reply" || mode === "reply-all" ? mode : null,
    customerId: customerId === "?" ? null : customerId,
  };
}

/** Whether two go to the same people, each in the same place. */
export function isToTheSame(one: Recipients, other: Recipients): boolean {
  const addressesIn = (all: Recipients) =>
    JSON.stringify((["to", "cc", "bcc"] as const).map((kind) => all[kind].map(({ email }) => email).sort()));
  return addressesIn(one) === addressesIn(other);
}

/** Whether something that was kept is a list of people. */
export function isMailboxes(value: unknown): value is Mailbox[] {
  return Array.isArray(value) && value.every(isMailbox);
}

function isMailbox(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { email, name } = value as Partial<Record<keyof Mailbox, unknown>>;
  return typeof email === "string" && (name === null || typeof name === "string");
}
