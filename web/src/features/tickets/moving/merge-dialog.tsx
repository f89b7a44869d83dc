import type { TicketCard, TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { customerLabel } from "../../../entities/customer/customer-label.ts";
import { refreshAllTickets } from "../../../entities/ticket/ticket-queries.ts";
import { statusWords } from "../../../entities/ticket/ticket-words.ts";
import { useOpenTicket } from "../../../entities/ticket/use-open-ticket.ts";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { counted, formatDate } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { moveUnsent } from "./move-unsent.ts";
import { isOfOne, type TwoCustomers, TwoCustomersQuestion } from "./two-customers-question.tsx";
import { UndoMergeButton } from "./undo-merge-button.tsx";
import { useMergeTargets } from "./use-merge-targets.ts";
import { mergeToast } from "./use-unmerge.ts";

interface MergeDialogProps {
  ticket: TicketDetail;
  onClose: () => void;
}

/** Chooses another ticket, which this one is then merged into, and asks what becomes of two customers (docs/product.md#merging). */
export function MergeDialog({ ticket, onClose }: MergeDialogProps) {
  const [typed, setTyped] = useState("");
  const { own, others, isLooking, error, retry } = useMergeTargets(ticket, typed);
  const [chosen, setChosen] = useState<TicketCard>();
  const [customers, setCustomers] = useState<TwoCustomers>();
  const merge = useMerge(ticket, onClose);
  const label = ticketLabel(ticket.ticketNumber);
  const target = [...(own ?? []), ...others].find(({ id }) => id === chosen?.id);
  const isAsked = target !== undefined && !isOfOne(ticket, target);
  const choose = (id: string) => {
    setChosen([...(own ?? []), ...others].find((one) => one.id === id));
    setCustomers(undefined);
  };
  const lists = [
    { legend: "Active tickets of this customer", tickets: own ?? [] },
    { legend: "Other active tickets", tickets: others },
  ].filter(({ tickets }) => tickets.length > 0);

  return (
    <Dialog
      title={`Merge ${label} into...`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={target === undefined || (isAsked && customers === undefined)}
            busy={merge.isPending}
            busyText="Merging..."
            onClick={() => target && merge.mutate({ id: ticket.id, into: target.id, ...(isAsked && { customers }) })}
          >
            {target === undefined ? "Merge" : `Merge into ${ticketLabel(target.ticketNumber)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <p className="text-soft">
          All messages, notes and files of {label} move to the ticket that you choose, in order of time. {label} stays
          as a closed ticket that leads there, and you can undo it.
        </p>
        <InputField
          label="Find by number, subject or customer"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {error !== null ? (
          <FailureLine error={error} onRetry={retry} />
        ) : own === undefined ? (
          <Skeleton className="h-24 w-full" />
        ) : lists.length === 0 ? (
          <p role="status" className="text-soft">
            {isLooking
              ? "Searching..."
              : typed.trim() === ""
                ? "This customer has no other active ticket. Find one of somebody else above."
                : "No other active ticket found."}
          </p>
        ) : (
          lists.map(({ legend, tickets }) => (
            <RadioList
              key={legend}
              legend={legend}
              value={target?.id ?? ""}
              onChange={choose}
              options={tickets.map((one) => optionOf(one, ticket))}
            />
          ))
        )}
        {isAsked && <TwoCustomersQuestion ticket={ticket} target={target} chosen={customers} onChoose={setCustomers} />}
        {merge.error !== null && (
          <Banner kind="error">{`Failed to merge ticket: ${failureSentence(merge.error)} Nothing was changed.`}</Banner>
        )}
      </div>
    </Dialog>
  );
}

function optionOf(one: TicketCard, ticket: TicketDetail) {
  return {
    value: one.id,
    label: (
      <>
        {ticketLabel(one.ticketNumber)} <bdi className="font-normal break-anywhere">{one.subject}</bdi>
      </>
    ),
    description: (
      <>
        {!isOfOne(ticket, one) && (
          <>
            <bdi className="break-anywhere">{customerLabel(one)}</bdi>
            {" · "}
          </>
        )}
        {[
          statusWords[one.status].label,
          counted(one.messageCount, "message"),
          `created ${formatDate(one.createdAt)}`,
        ].join(" · ")}
      </>
    ),
  };
}

function useMerge({ id, ticketNumber }: TicketDetail, onDone: () => void) {
  const cache = useQueryClient();
  const userId = useSession().user?.id ?? "";
  const { openTicket } = useOpenTicket();
  return useMutation(
    api.tickets.merge.mutationOptions({
      onSuccess(target) {
        moveUnsent(userId, id, target.id);
        cache.setQueryData(api.tickets.get.queryKey({ input: { id: target.id } }), target);
        refreshAllTickets(cache);
        void cache.invalidateQueries({ queryKey: api.customers.key() });
        onDone();
        openTicket(target.id);
        const title = `${ticketLabel(ticketNumber)} was merged into ${ticketLabel(target.ticketNumber)}`;
        announce(title);
        showToast({ id: mergeToast(id), title, actions: <UndoMergeButton id={id} /> });
      },
    }),
  );
}
