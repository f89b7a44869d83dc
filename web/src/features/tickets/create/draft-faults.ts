import { tooManyRecipients } from "@deskhand/contract/desk/whom";
import { limits } from "@deskhand/contract/limits";
import { dueAtEndOf, dueDayFault } from "../../../entities/ticket/ticket-state.ts";
import type { TicketDraft } from "./ticket-draft.ts";

type DraftField = "subject" | "message" | "customer" | "email" | "dueDay" | "copies" | "bcc";
export type DraftFaults = Partial<Record<DraftField, string>>;

const required = "Please fill in all required fields";
const customerRequired = "Customer email is required";

/** Returns what is wrong with a draft, by field, in the contract's words. */
export function draftFaults(draft: TicketDraft): DraftFaults {
  const faults: DraftFaults = {};
  if (draft.subject.trim() === "") faults.subject = required;
  if (draft.subject.trim().length > limits.ticketSubjectLength) {
    faults.subject = `Subject is too long (maximum ${limits.ticketSubjectLength} characters)`;
  }
  if (draft.message.trim() === "") faults.message = required;
  if (draft.message.trim().length > limits.openingMessageLength) {
    faults.message = `Message is too long (maximum ${limits.openingMessageLength} characters)`;
  }
  if (draft.isNewCustomer && draft.email.trim() === "") faults.email = customerRequired;
  if (!draft.isNewCustomer && !draft.customer?.email) faults.customer = customerRequired;
  if (draft.mailCustomer) {
    const tooMany = tooManyRecipients({ to: [{ email: "", name: null }], cc: draft.cc, bcc: draft.bcc });
    if (tooMany !== null) faults[tooMany.kind === "bcc" ? "bcc" : "copies"] = tooMany.fault;
  }
  if (draft.dueDay !== "" && dueAtEndOf(draft.dueDay) === null) faults.dueDay = dueDayFault;
  return faults;
}

/** Maps the server's field errors to the fields that show them. */
export function serverFaults(fields: Record<string, string[]>): DraftFaults {
  const faults: DraftFaults = {};
  const paths = {
    subject: "subject",
    message: "message",
    email: "customer.email",
    customer: "customer.id",
    dueDay: "dueDate",
    copies: "cc",
    bcc: "bcc",
  } as const;
  for (const [field, path] of Object.entries(paths) as [DraftField, string][]) {
    const [fault] = fields[path] ?? [];
    if (fault !== undefined) faults[field] = fault;
  }
  return faults;
}
