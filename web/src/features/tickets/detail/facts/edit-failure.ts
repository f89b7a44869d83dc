import { ORPCError } from "@orpc/client";
import { priorityWords } from "../../../../entities/ticket/ticket-words.ts";
import { failureText } from "../../../../lib/failure.ts";
import { formatDate } from "../../../../lib/format.ts";
import type { EditableField } from "./use-ticket-edit.ts";

const names: Record<EditableField, string> = {
  priority: "priority",
  category: "category",
  assignedTo: "assignee",
  dueDate: "due date",
};
const none: Record<EditableField, string> = {
  priority: "not set",
  category: "not set",
  assignedTo: "nobody",
  dueDate: "removed",
};

/** Why an edit was not saved; where somebody else was first, with what the value is now. */
export function editFailureText(error: unknown): string {
  const conflict = editConflict(error);
  if (conflict !== null) {
    const now = conflict.value === null ? none[conflict.field] : wordFor(conflict.field, conflict.value);
    return `Somebody else changed the ${names[conflict.field]} meanwhile: it is ${now} now. Your change was not saved.`;
  }
  return `Failed to update ticket: ${failureText(error)}`;
}

function wordFor(field: EditableField, value: string): string {
  const words: Record<string, { label: string }> = field === "priority" ? priorityWords : {};
  return words[value]?.label ?? (field === "dueDate" ? formatDate(value) : value);
}

/** What an edit met, when somebody else changed the same value meanwhile. */
function editConflict(error: unknown): { field: EditableField; value: string | null } | null {
  if (!(error instanceof ORPCError) || error.code !== "ticket_changed_meanwhile") return null;
  return error.data as { field: EditableField; value: string | null };
}
