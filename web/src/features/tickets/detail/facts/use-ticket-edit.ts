import type { EditedField, TicketDetail } from "@deskhand/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshLists, refreshTicket, showTicket } from "../../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../../lib/api.ts";
import { failsOffline } from "../../../../lib/retries.ts";

/** What of a ticket is edited in its details. */
export type Editable = Pick<TicketDetail, Exclude<EditedField, "subject">>;

export interface TicketEdit {
  values: Partial<Editable>;
  expected: Partial<Editable>;
  addTags: string[];
  removeTags: string[];
}

/** The key of the edits of a ticket, by which others find those that are on their way. */
export const editKey = (ticketId: string) => ["edit-ticket", ticketId];

function edited(ticket: TicketDetail, { values, addTags, removeTags }: TicketEdit): TicketDetail {
  const kept = ticket.tags.filter((tag) => !removeTags.includes(tag));
  return { ...ticket, ...values, tags: [...kept, ...addTags] };
}

function takenBack(ticket: TicketDetail, edit: TicketEdit, before: TicketDetail): TicketDetail {
  const values = Object.fromEntries(Object.keys(edit.values).map((field) => [field, before[field as keyof Editable]]));
  return edited({ ...ticket, ...values }, { ...edit, values: {}, addTags: edit.removeTags, removeTags: edit.addTags });
}

/** Edits a ticket: shown at once, saved one after the other, taken back when the server refuses. */
export function useTicketEdit(ticket: TicketDetail) {
  const cache = useQueryClient();
  const { id } = ticket;
  const mutationKey = editKey(id);
  const change = useMutation({
    mutationKey,
    scope: { id: `edit:${id}` },
    mutationFn: ({ values, ...rest }: TicketEdit) => api.tickets.update.call({ id, ...values, ...rest }),
    // The same edit twice is one.
    ...failsOffline,
    onMutate: (edit) => showTicket(cache, id, (shown) => edited(shown, edit)),
    async onSuccess(saved) {
      // What is edited further and not saved yet is shown already.
      if (cache.isMutating({ mutationKey }) <= 1) await showTicket(cache, id, () => saved);
      refreshLists(cache);
      void cache.invalidateQueries({ queryKey: api.tickets.activity.key({ input: { id } }) });
    },
    async onError(_error, edit, before) {
      if (before !== undefined) await showTicket(cache, id, (shown) => takenBack(shown, edit, before));
      refreshTicket(cache, id);
      // A colleague may have left meanwhile.
      void cache.invalidateQueries({ queryKey: api.team.list.key() });
    },
  });
  const edit = (part: Partial<TicketEdit>) =>
    change.mutate({ values: {}, expected: {}, addTags: [], removeTags: [], ...part });

  return {
    error: change.error,
    clearError: change.reset,
    /** Sets a value, unless somebody else has changed the one that is shown. */
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
