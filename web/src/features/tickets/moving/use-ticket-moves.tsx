import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { AlarmClock, Merge, Split, UserPen } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { isArchived } from "../../../entities/ticket/ticket-state.ts";
import { useSession } from "../../../lib/session.ts";
import { loadLater } from "../../../ui/load-later.tsx";
import type { Menu } from "../../../ui/overlay/menu.tsx";
import { useUnmerge } from "./merged-notice.tsx";

const SnoozeDialog = loadLater(() => import("./snooze-dialog.tsx").then((module) => module.SnoozeDialog));
const MergeDialog = loadLater(() => import("./merge-dialog.tsx").then((module) => module.MergeDialog));
const ChangeCustomerDialog = loadLater(() =>
  import("./change-customer-dialog.tsx").then((module) => module.ChangeCustomerDialog),
);

interface TicketMoves {
  items: ComponentProps<typeof Menu>["items"];
  /** The open dialog, if any. */
  dialog: ReactNode;
  /** Undefined where the ticket cannot be snoozed. */
  openSnooze: (() => void) | undefined;
}

/** The merges that can be undone from a ticket: its own, and the latest into it. */
function undoable({ id, mergedInto, mergedFrom }: TicketDetail): { id: string; label: string }[] {
  const others = mergedFrom.map((one) => ({ id: one.id, label: `Undo Merge of ${ticketLabel(one.ticketNumber)}` }));
  return mergedInto === null ? others : [{ id, label: "Undo Merge" }, ...others];
}

/** The ticket menu's entries to snooze, merge or change the customer, and to undo those. */
export function useTicketMoves(ticket: TicketDetail | undefined): TicketMoves {
  const { can } = useSession();
  const [open, setOpen] = useState<"snooze" | "merge" | "customer" | null>(null);
  const unmerge = useUnmerge();
  if (ticket === undefined || !can("tickets:update")) return { items: [], dialog: null, openSnooze: undefined };
  const isActive = !isArchived(ticket.status);
  const close = () => setOpen(null);
  const openSnooze = isActive ? () => setOpen("snooze") : undefined;
  return {
    openSnooze,
    items: [
      ...(openSnooze
        ? [{ id: "snooze", label: "Snooze...", icon: <AlarmClock size={15} aria-hidden />, onChoose: openSnooze }]
        : []),
      ...(ticket.mergedInto === null && isActive
        ? [
            {
              id: "customer",
              label: "Change Customer...",
              icon: <UserPen size={15} aria-hidden />,
              onChoose: () => setOpen("customer"),
            },
          ]
        : []),
      ...(ticket.mergedInto === null
        ? [
            {
              id: "merge",
              label: "Merge into...",
              icon: <Merge size={15} aria-hidden />,
              onChoose: () => setOpen("merge"),
            },
          ]
        : []),
      ...undoable(ticket).map(({ id, label }) => ({
        id: `unmerge-${id}`,
        label,
        icon: <Split size={15} aria-hidden />,
        onChoose: () => unmerge.mutate({ id }),
      })),
    ],
    dialog:
      open === "snooze" && isActive ? (
        <SnoozeDialog ticket={ticket} onClose={close} />
      ) : open === "merge" && ticket.mergedInto === null ? (
        <MergeDialog ticket={ticket} onClose={close} />
      ) : open === "customer" && ticket.mergedInto === null && isActive ? (
        <ChangeCustomerDialog ticket={ticket} onClose={close} />
      ) : null,
  };
}
