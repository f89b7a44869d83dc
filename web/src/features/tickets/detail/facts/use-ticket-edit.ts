import type { EditedField, TicketDetail } from "@deskhand/contract/tickets";
import { isDefinedError } from "@orpc/client";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { priorityWords } from "../../../../entities/ticket/ticket-pills.tsx";
import { inTurn, refreshTicket, showTicket } from "../../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../../lib/api.ts";
import { type CallError, failureText } from "../../../../lib/failure.ts";
import { formatDate } from "../../../../lib/format.ts";
import { failsOffline } from "../../../../lib/retries.ts";

/** The fields edited in a ticket's details. */
type Editable = Pick<TicketDetail, Exclude<EditedField, "subject">>;

interface TicketEdit {
  values: Partial<Editable>;
  expected: Partial<Editable>;
  addTags: string[];
  removeTags: string[];
}

/** The mutation key of a ticket's edits, by which pending ones are found. */
export const editKey = (ticketId: string) => ["edit-ticket", ticketId];

/** Whether a mutation's variables are an edit. */
export function isEdit(value: unknown): value is TicketEdit {
  return typeof value === "object" && value !== null && "values" in value;
}

/** The ticket's edits on their way to the server, oldest first. */
export function useEditsOnTheirWay(ticketId: string): TicketEdit[] {
  const filters = { mutationKey: editKey(ticketId), status: "pending" as const };
  return useMutationState({ filters, select: ({ state }) => state.variables }).filter(isEdit);
}

/** Applies an edit to a ticket, which the server may have saved already. */
export function edited(ticket: TicketDetail, { values, addTags, removeTags }: TicketEdit): TicketDetail {
  const remaining = ticket.tags.filter((tag) => !removeTags.includes(tag));
  return { ...ticket, ...values, tags: [...new Set([...remaining, ...addTags])] };
}

/** Edits a ticket. `useShownTicket` shows the edit while it is pending and drops it when the server refuses. */
export function useTicketEdit(ticket: TicketDetail) {
  const cache = useQueryClient();
  const { id } = ticket;
  const change = useMutation({
    mutationKey: editKey(id),
    scope: inTurn(id),
    mutationFn: ({ values, ...rest }: TicketEdit) => api.tickets.update.call({ id, ...values, ...rest }),
    // Repeating an edit has no further effect.
    ...failsOffline,
    async onSuccess(saved) {
      await showTicket(cache, id, () => saved);
      // Other changes may have been waiting for the fetch that this response replaces.
      refreshTicket(cache, id);
    },
    onError() {
      refreshTicket(cache, id);
      // A colleague may have been deactivated meanwhile.
      void cache.invalidateQueries({ queryKey: api.team.list.key() });
    },
  });
  const edit = (part: Partial<TicketEdit>) =>
    change.mutate({ values: {}, expected: {}, addTags: [], removeTags: [], ...part });

  return {
    error: change.error,
    clearError: change.reset,
    /** Sets a value, unless somebody else has changed the one on screen. */
    set<Field extends keyof Editable>(field: Field, value: Editable[Field]) {
      if (ticket[field] !== value) edit({ values: { [field]: value }, expected: { [field]: ticket[field] } });
    },
    addTag(tag: string) {
      const isThere = ticket.tags.some((each) => each.toLowerCase() === tag.toLowerCase());
      if (!isThere) edit({ addTags: [tag] });
    },
    removeTag: (tag: string) => edit({ removeTags: [tag] }),
  };
}

/** Each field's label, and its word for no value. */
const fields: Record<string, { name: string; none: string }> = {
  priority: { name: "priority", none: "not set" },
  category: { name: "category", none: "not set" },
  assignedTo: { name: "assignee", none: "nobody" },
  teamId: { name: "team", none: "none" },
  dueDate: { name: "due date", none: "removed" },
};

/** Returns why an edit was not saved; if somebody else was first, with the current value. */
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
