import type { RefObject } from "react";
import { ticketShortcuts } from "../../../../entities/ticket/ticket-shortcuts.ts";
import { useShortcuts } from "../../../../lib/use-shortcuts.ts";

/** The keys that lead to what a ticket is sorted by, within `card`; `onAssignToMe` is undefined where one has it, and all is where nothing can be edited. */
export function useFieldKeys(
  card: RefObject<HTMLElement | null>,
  isEditable: boolean,
  onAssignToMe: (() => void) | undefined,
): void {
  const to = (name: string) => (isEditable ? () => lead(card.current, name) : undefined);
  useShortcuts(ticketShortcuts, (dialog) => dialog !== null && dialog === (card.current?.closest("dialog") ?? null), {
    assignToMe: isEditable ? onAssignToMe : undefined,
    assignee: to("assignee"),
    priority: to("priority"),
    tag: to("tag"),
  });
}

/** Leads to a field, and opens its list where it has one; what is folded around it is unfolded. */
function lead(card: HTMLElement | null, name: string): void {
  const field = card?.querySelector<HTMLElement>(`[name="${name}"]`);
  if (!field) return;
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.focus();
  if (!(field instanceof HTMLSelectElement)) return;
  try {
    field.showPicker();
  } catch {
    // Some browsers open it only for a click, and older ones not at all: the arrow keys choose in it anyway.
  }
}
