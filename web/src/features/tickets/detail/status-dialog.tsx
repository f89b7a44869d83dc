import type { TicketDetail } from "@deskhand/contract/tickets";
import { type TicketStatus, ticketLabel, ticketStatuses } from "@deskhand/contract/vocabulary";
import { isDefinedError } from "@orpc/client";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { StatusPill, statusWords } from "../../../entities/ticket/ticket-pills.tsx";
import { inTurn, refreshTicket, showTicket } from "../../../entities/ticket/ticket-queries.ts";
import { isSendKey } from "../../../entities/ticket/ticket-shortcuts.ts";
import { api } from "../../../lib/api.ts";
import { draftKey, useDraft, writeDraft } from "../../../lib/drafts.ts";
import { type CallError, failureSentence } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import { Textarea } from "../../../ui/form/textarea.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { UntoldLater } from "./notes/note-form.tsx";

/** The meaning of each status (docs/product.md#statuses). */
const statusMeanings: Record<TicketStatus, string> = {
  open: "Newly created and awaiting assignment.",
  "in-progress": "Actively worked on.",
  pending: "Waiting for the customer or an external action.",
  resolved: "Awaiting confirmation.",
  closed: "Completed.",
  urgent: "Needs immediate attention; appears at the top of all ticket lists.",
};

const options = ticketStatuses.map((status) => ({
  value: status,
  label: statusWords[status].label,
  description: statusMeanings[status],
  badge: status === "urgent" ? <span className="font-medium text-red text-xs">High Priority</span> : undefined,
}));

interface StatusDialogProps {
  ticket: TicketDetail;
  onSubmit: (change: StatusChange) => void;
  onClose: () => void;
}

/** Chooses a ticket's new status, with an optional note (docs/product.md#statuses). */
export function StatusDialog({ ticket, onSubmit, onClose }: StatusDialogProps) {
  const { user } = useSession();
  const [selected, setSelected] = useState<TicketStatus>(ticket.status);
  const [note, setNote] = useDraft(draftKey(user?.id ?? "", "status-note", ticket.id));
  const isChanged = selected !== ticket.status;

  function submit() {
    if (!isChanged) return;
    const trimmed = note.trim();
    onSubmit({ status: selected, expectedStatus: ticket.status, ...(trimmed !== "" && { note: trimmed }) });
    setNote("");
    onClose();
  }

  /** 1 to 6 choose and Enter submits. In the note field both are text, and Ctrl/Cmd+Enter submits. */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const isInNote = event.target instanceof HTMLTextAreaElement;
    const chosen = /^[1-9]$/.test(event.key) ? ticketStatuses[Number(event.key) - 1] : undefined;
    const isSubmit = isSendKey(event) || (event.key === "Enter" && !isInNote);
    if (event.repeat || event.nativeEvent.isComposing || (chosen === undefined && !isSubmit)) return;
    if (chosen !== undefined && (isInNote || event.ctrlKey || event.metaKey || event.altKey)) return;
    event.preventDefault();
    if (chosen === undefined) return submit();
    setSelected(chosen);
    event.currentTarget.querySelector<HTMLInputElement>(`input[value="${chosen}"]`)?.focus();
  }

  return (
    <Dialog
      title={`Update Ticket Status - ${ticketLabel(ticket.ticketNumber)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isChanged} onClick={submit}>
            Update Status
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the choices and the note within it.
       */}
      <div onKeyDown={onKeyDown} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2.5">
          <span className="font-medium text-sm text-soft">Current Status</span>
          <StatusPill status={ticket.status} />
          <span className="text-sm text-soft">{statusMeanings[ticket.status]}</span>
        </div>
        <RadioList legend="New Status" options={options} value={selected} onChange={setSelected} />
        <Field label="Status Change Note (Optional)">
          {(control) => (
            <Textarea {...control} dir="auto" rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
        {note.includes("@") && <UntoldLater text={note} />}
        {isChanged && (
          <Card title="Status Change Preview">
            <div className="flex flex-wrap items-center gap-2.5">
              <StatusPill status={ticket.status} />
              <ArrowRight size={16} role="img" aria-label="to" className="text-soft" />
              <StatusPill status={selected} />
            </div>
            {selected === "urgent" && (
              <p role="status" className="mt-2 flex items-start gap-2 text-amber text-sm">
                <TriangleAlert size={16} aria-hidden className="shrink-0" />
                This ticket will be marked as URGENT and will appear at the top of all ticket lists.
              </p>
            )}
          </Card>
        )}
      </div>
    </Dialog>
  );
}

/**
 * Shows why a status was not changed. The ticket is fetched again, so its badges are current. `onAgain` reopens the
 * status dialog, which has kept the note.
 */
export function StatusNotices(props: { error: CallError | null; onDismiss: () => void; onAgain: () => void }) {
  const { error, onDismiss, onAgain } = props;
  if (error === null) return null;
  return (
    <Banner
      kind={isDefinedError(error) && error.code === "ticket_status_changed_meanwhile" ? "warning" : "error"}
      onDismiss={onDismiss}
      action={
        <Button size="sm" onClick={onAgain}>
          Choose again
        </Button>
      }
    >
      Failed to update ticket: {failureSentence(error)} Nothing was changed, and your note is kept.
    </Banner>
  );
}

interface StatusChange {
  status: TicketStatus;
  expectedStatus: TicketStatus;
  note?: string;
}

const statusKey = (ticketId: string) => ["status", ticketId];

function isStatusChange(value: unknown): value is StatusChange {
  return typeof value === "object" && value !== null && "status" in value;
}

/** The ticket's latest status change that is on its way to the server. */
export function useStatusOnItsWay(ticketId: string): TicketStatus | undefined {
  const filters = { mutationKey: statusKey(ticketId), status: "pending" as const };
  return useMutationState({ filters, select: ({ state }) => state.variables }).findLast(isStatusChange)?.status;
}

/** Changes a ticket's status. `useShownTicket` shows it while it is pending and drops it when the server refuses. */
export function useStatusChange(ticketId: string) {
  const cache = useQueryClient();
  const { user } = useSession();
  return useMutation(
    api.tickets.changeStatus.mutationOptions({
      mutationKey: statusKey(ticketId),
      scope: inTurn(ticketId),
      async onSuccess(ticket) {
        await showTicket(cache, ticketId, () => ticket);
        refreshTicket(cache, ticketId);
        announce(`Status changed to ${statusWords[ticket.status].label}`);
      },
      onError(_error, wanted) {
        refreshTicket(cache, ticketId);
        // A refused change must not lose its note.
        if (wanted.note !== undefined && user !== null) {
          writeDraft(draftKey(user.id, "status-note", ticketId), wanted.note);
        }
      },
    }),
  );
}

/** Reopens an archived ticket, once. */
export function useReopen(ticketId: string) {
  const cache = useQueryClient();
  const mutationKey = ["reopen", ticketId];
  const change = useMutation(
    api.tickets.reopen.mutationOptions({
      mutationKey,
      scope: inTurn(ticketId),
      async onSuccess(ticket) {
        await showTicket(cache, ticketId, () => ticket);
        refreshTicket(cache, ticketId);
        announce("Ticket reopened");
      },
      onError: () => refreshTicket(cache, ticketId),
    }),
  );
  return {
    ...change,
    reopen() {
      // The second of two clicks comes before the button is disabled.
      if (cache.isMutating({ mutationKey }) === 0) change.mutate({ id: ticketId });
    },
  };
}
