import type { AnswerMode, Mailbox, Recipients } from "@deskhand/contract/recipients";
import { readFields } from "../../../lib/drafts.ts";

/** The recipients of a reply, as shown above its text. */
export interface ChosenRecipients extends Recipients {
  /** The answered message; null for none, or to let the server choose. */
  answersId: string | null;
  /** How the recipients follow from that message; null if edited by hand. */
  mode: AnswerMode | null;
  /** Whether the user chose them, so that they stay in an empty composer. */
  isChosen: boolean;
  /** The ticket's customer at that time; "" for none, null if unknown. */
  customerId: string | null;
}

const noRecipients: Mailbox[] = [];
const blank = {
  to: noRecipients,
  cc: noRecipients,
  bcc: noRecipients,
  answersId: "",
  mode: "",
  isChosen: false,
  customerId: "?",
};

/** Serializes recipients for storage beside the draft. */
export function keepRecipients(chosen: ChosenRecipients): string {
  return JSON.stringify(chosen);
}

/** Parses what `keepRecipients` stored; null for anything else. */
export function readKeptRecipients(kept: string): ChosenRecipients | null {
  const { answersId, mode, customerId, ...found } = readFields(kept, blank, (value, empty) =>
    Array.isArray(empty) ? isMailboxes(value) : typeof value === typeof empty,
  );
  if (found.to === noRecipients || found.cc === noRecipients || found.bcc === noRecipients) return null;
  return {
    ...found,
    answersId: answersId || null,
    mode: mode === "reply" || mode === "reply-all" ? mode : null,
    customerId: customerId === "?" ? null : customerId,
  };
}

/** Whether two replies go to the same people in the same fields. */
export function isToTheSame(one: Recipients, other: Recipients): boolean {
  const addressesIn = (all: Recipients) =>
    JSON.stringify((["to", "cc", "bcc"] as const).map((kind) => all[kind].map(({ email }) => email).sort()));
  return addressesIn(one) === addressesIn(other);
}

/** Whether a parsed value is a list of people. */
export function isMailboxes(value: unknown): value is Mailbox[] {
  return Array.isArray(value) && value.every(isMailbox);
}

function isMailbox(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { email, name } = value as Partial<Record<keyof Mailbox, unknown>>;
  return typeof email === "string" && (name === null || typeof name === "string");
}
