import { isDefinedError } from "@orpc/client";
import { priorityWords } from "../../../../entities/ticket/ticket-words.ts";
import { type CallError, failureText } from "../../../../lib/failure.ts";
import { formatDate } from "../../../../lib/format.ts";

/** What a field is called, and what it has when it has nothing. */
const fields: Record<string, { name: string; none: string }> = {
  priority: { name: "priority", none: "not set" },
  category: { name: "category", none: "not set" },
  assignedTo: { name: "assignee", none: "nobody" },
  dueDate: { name: "due date", none: "removed" },
};

/** Why an edit was not saved; where somebody else was first, with what the value is now. */
export function editFailureText(error: CallError): string {
  if (isDefinedError(error) && error.code === "ticket_changed_meanwhile") {
    const { field, value } = error.data;
    const { name = field, none = "not set" } = fields[field] ?? {};
    const now = value === null ? none : wordFor(field, value);
    return `The ${name} was changed meanwhile: it is ${now} now. Your change was not saved.`;
  }
  return `Failed to update ticket: ${failureText(error)}`;
}

function wordFor(field: string, value: string): string {
  const words: Record<string, { label: string }> = field === "priority" ? priorityWords : {};
  return words[value]?.label ?? (field === "dueDate" ? formatDate(value) : value);
}
