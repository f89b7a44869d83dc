import { filesZipUrl } from "@deskhand/contract/pages";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { Ban, ChevronDown, ChevronUp, CircleDot, CircleHelp, Download, Ellipsis, Trash2, Zap } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import type { ComposerTools } from "../../../entities/ticket/reply-draft.ts";
import { isArchived } from "../../../entities/ticket/ticket-state.ts";
import type { TicketOrderParts } from "../../../entities/ticket/told-order.ts";
import { isMissing } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { loadLater } from "../../../ui/load-later.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { Panel } from "../../../ui/overlay/panel.tsx";
import { TagList } from "../../../ui/tag-list.tsx";
import { useRoom } from "../../../ui/use-room.ts";
import { downloadFrom } from "../files/doubtful-file.tsx";
import { useTicketMoves } from "../moving/use-ticket-moves.tsx";
import { TicketPresence } from "../presence/ticket-presence.tsx";
import { DeleteTicketDialog, useDeleteTicket } from "./delete-ticket-dialog.tsx";
import { OnWhy } from "./on-why.ts";
import { StatusDialog, useStatusChange } from "./status-dialog.tsx";
import { TicketDeleted, TicketMissing, TicketSkeleton } from "./ticket-absent.tsx";
import { TicketBody } from "./ticket-body.tsx";
import { SubjectInTitle, TicketBadges, TicketHeading } from "./ticket-heading.tsx";
import { useShownTicket } from "./use-shown-ticket.ts";
import { useTicketWalk } from "./use-ticket-walk.ts";

const RunOnTicketDialog = loadLater(() =>
  import("../macros/run-macro-dialog.tsx").then((module) => module.RunOnTicketDialog),
);

interface TicketDialogProps {
  ticketId: string;
  onClose: () => void;
  tools: ComposerTools;
  orders: TicketOrderParts;
  /** Opens the dialog that blocks an address. */
  blocking: (props: { address: string; onClose: () => void }) => ReactNode;
  /** Says which rules ran on a ticket. */
  rules: (props: { ticket: { id: string; subject: string; sender: string | null }; onClose: () => void }) => ReactNode;
  /** Where focus goes when the ticket was opened by its address, such as to its row in the list. */
  returnFocusTo: (before: HTMLElement | null) => HTMLElement | null;
}

/** A ticket with its thread, notes and details (docs/product.md#the-ticket). Mount it with the ticket's id as its key. */
export function TicketDialog({ ticketId, onClose, tools, orders, blocking, rules, returnFocusTo }: TicketDialogProps) {
  const { user, can } = useSession();
  const { ticket, error, refetch } = useShownTicket(ticketId);
  const [isChoosingStatus, setChoosingStatus] = useState(false);
  const [asking, setAsking] = useState<"delete" | "block" | "rules" | "macro" | null>(null);
  const removal = useDeleteTicket(ticket, onClose);
  const status = useStatusChange(ticketId);
  const room = useRoom();
  const moves = useTicketMoves(ticket);
  const walk = useTicketWalk(ticketId, onClose);
  // Somebody else deleted it while it was open; the reader's own deletion has closed it already.
  const isGone = isMissing(error, "ticket_not_found") && removal.isIdle;
  const present = isGone ? undefined : ticket;

  const sender = can("senders:block") ? (present?.customer?.email ?? null) : null;
  const showWhy = useCallback(() => setAsking("rules"), []);
  const further = [
    ...moves.items,
    ...(present === undefined || present.attachmentCount < 2
      ? []
      : [
          {
            id: "files",
            label: `Download All Files (${present.attachmentCount})`,
            icon: <Download size={15} aria-hidden />,
            onChoose: () => downloadFrom(filesZipUrl("ticket", ticketId)),
          },
        ]),
    ...(present === undefined || !can("tickets:update")
      ? []
      : [
          {
            id: "macro",
            label: "Run a Macro...",
            icon: <Zap size={15} aria-hidden />,
            onChoose: () => setAsking("macro"),
          },
        ]),
    {
      id: "rules",
      label: "Why Did This Happen?",
      icon: <CircleHelp size={15} aria-hidden />,
      onChoose: showWhy,
    },
    ...(sender === null
      ? []
      : [
          {
            id: "block",
            label: "Block Sender...",
            icon: <Ban size={15} aria-hidden />,
            onChoose: () => setAsking("block"),
          },
        ]),
    ...(can("tickets:delete")
      ? [
          {
            id: "delete",
            label: "Delete Ticket...",
            icon: <Trash2 size={15} aria-hidden />,
            isDangerous: true,
            onChoose: () => setAsking("delete"),
          },
        ]
      : []),
  ];

  const badges = ticket && (
    <>
      {room !== "phone" && <SubjectInTitle subject={ticket.subject} />}
      {/* In the lowest window, badges that do not fit wrap out of sight, while number and subject stay. */}
      <div className="contents lowest:flex lowest:h-6 lowest:min-w-0 lowest:flex-wrap lowest:gap-x-2.5 lowest:gap-y-2 lowest:overflow-hidden">
        <TicketBadges
          ticket={ticket}
          onStatus={
            present !== undefined && can("tickets:change-status") && !isArchived(present.status)
              ? (wanted) => status.mutate({ id: ticketId, status: wanted, expectedStatus: present.status })
              : undefined
          }
        />
        <TicketPresence ticketId={ticketId} />
        {room === "narrow" && ticket.tags.length > 0 && (
          <div className="lowest:hidden">
            <TagList tags={ticket.tags} most={4} />
          </div>
        )}
      </div>
    </>
  );

  const ways = (
    <>
      <WalkButton label="Previous ticket (K)" icon={<ChevronUp size={18} aria-hidden />} onWalk={walk.previous} />
      <WalkButton label="Next ticket (J)" icon={<ChevronDown size={18} aria-hidden />} onWalk={walk.next} />
    </>
  );

  return (
    <Panel
      bare
      title={
        ticket === undefined ? "Ticket" : <span className="whitespace-nowrap">{ticketLabel(ticket.ticketNumber)}</span>
      }
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      badges={room !== "phone" && badges}
      actions={
        <>
          {room !== "phone" && ways}
          {present !== undefined && can("tickets:change-status") && !isArchived(present.status) && (
            <Button
              icon={<CircleDot size={14} aria-hidden className="max-sm:hidden" />}
              onClick={() => setChoosingStatus(true)}
            >
              Update Status
            </Button>
          )}
          {present !== undefined && further.length > 0 && (
            <Menu
              label="More actions"
              className="min-w-44"
              trigger={(props) => (
                <IconButton {...props} label="More actions" icon={<Ellipsis size={18} aria-hidden />} />
              )}
              items={further}
            />
          )}
        </>
      }
      subtitle={
        ticket && (
          <div className="lowest:hidden">
            {room === "phone" && (
              <div className="flex items-center gap-1">
                <div className="flex min-w-0 flex-1 flex-wrap gap-x-2 gap-y-1.5">{badges}</div>
                {ways}
              </div>
            )}
            <TicketHeading ticket={ticket} />
          </div>
        )
      }
    >
      {present !== undefined && user !== null ? (
        <OnWhy value={showWhy}>
          <TicketBody
            ticket={present}
            status={status}
            onUpdateStatus={() => setChoosingStatus(!isArchived(present.status))}
            onSnooze={moves.openSnooze}
            walk={walk}
            tools={tools}
            orders={orders}
          />
        </OnWhy>
      ) : ticket !== undefined && user !== null ? (
        <TicketDeleted ticket={ticket} onClose={onClose} />
      ) : error !== null && ticket === undefined ? (
        <TicketMissing ticketId={ticketId} error={error} onRetry={() => void refetch()} onClose={onClose} />
      ) : (
        <TicketSkeleton />
      )}
      {isChoosingStatus && present !== undefined && (
        <StatusDialog
          ticket={present}
          onSubmit={(change) => status.mutate({ id: ticketId, ...change })}
          onClose={() => setChoosingStatus(false)}
        />
      )}
      {present !== undefined && moves.dialog}
      {asking === "rules" &&
        present !== undefined &&
        rules({
          ticket: { id: ticketId, subject: present.subject, sender: present.customer?.email ?? null },
          onClose: () => setAsking(null),
        })}
      {asking === "macro" && present !== undefined && (
        <RunOnTicketDialog ticketId={ticketId} onClose={() => setAsking(null)} />
      )}
      {asking === "block" && sender !== null && blocking({ address: sender, onClose: () => setAsking(null) })}
      {asking === "delete" && present !== undefined && user !== null && (
        <DeleteTicketDialog
          ticket={present}
          removal={removal}
          onClose={() => {
            setAsking(null);
            if (removal.isError) removal.reset();
          }}
        />
      )}
    </Panel>
  );
}

/** Leads to a neighbour in the list; disabled at its end. */
function WalkButton({ onWalk, ...look }: { label: string; icon: ReactNode; onWalk: (() => void) | undefined }) {
  return <IconButton {...look} disabled={onWalk === undefined} onClick={onWalk} />;
}
