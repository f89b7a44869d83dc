import type { TicketDetail } from "@deskhand/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { editKey, type TicketEdit } from "./use-ticket-edit.ts";

function isEdit(value: unknown): value is TicketEdit {
  return typeof value === "object" && value !== null && "values" in value;
}

/** To whom somebody else gave the open ticket (null: to nobody), until that is dismissed; undefined when nobody did. */
export function useReassigned({ id, assignedTo }: Pick<TicketDetail, "id" | "assignedTo">) {
  const cache = useQueryClient();
  const [known, setKnown] = useState(assignedTo);
  const [reassigned, setReassigned] = useState<string | null>();
  if (known !== assignedTo) {
    const edits = cache.getMutationCache().findAll({ mutationKey: editKey(id) });
    const isOwn = edits.some(({ state }) => {
      if (!isEdit(state.variables)) return false;
      const { values, expected } = state.variables;
      // One's own choice, or what was there before it when that was refused.
      return values.assignedTo === assignedTo || (state.status === "error" && expected.assignedTo === assignedTo);
    });
    setKnown(assignedTo);
    setReassigned(isOwn ? undefined : assignedTo);
  }
  return { reassigned, dismiss: () => setReassigned(undefined) };
}
