import { isFoundBy } from "@deskhand/contract/search/search-line";
import type { TicketCard, TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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
import { Skeleton } from "../../../ui/skeleton.tsx";
import { moveUnsent } from "./move-unsent.ts";

/** More than these are looked through by their number or subject. */
const FEW = 6;

interface MergeDialogProps {
  ticket: TicketDetail;
  onClose: () => void;
}

/** Chooses another ticket of the same customer, which this one is then merged into (docs/product.md#merging). */
export function MergeDialog({ ticket, onClose }: MergeDialogProps) {
  const { others, error, retry } = useOthers(ticket);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string>("");
  const merge = useMerge(ticket, onClose);
  const label = ticketLabel(ticket.ticketNumber);
  const isFound = isFoundBy(typed);
  const shown = others?.filter((one) => isFound(namesOf(one))) ?? [];
  const target = shown.find(({ id }) => id === chosen);

  return (
    <Dialog
      title={`Merge ${label} into...`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={target === undefined}
            busy={merge.isPending}
            busyText="Merging..."
            onClick={() => target && merge.mutate({ id: ticket.id, into: target.id })}
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
        {error !== null ? (
          <FailureLine error={error} onRetry={retry} />
        ) : others === undefined ? (
          <Skeleton className="h-24 w-full" />
        ) : others.length === 0 ? (
          <p role="status">This customer has no other active ticket.</p>
        ) : (
          <>
            {others.length > FEW && (
              <InputField
                label="Find by number or subject"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
            <RadioList
              legend="Active tickets of this customer"
              value={chosen}
              onChange={setChosen}
              options={shown.map((one) => ({
                value: one.id,
                label: (
                  <>
                    {ticketLabel(one.ticketNumber)} <bdi className="font-normal break-anywhere">{one.subject}</bdi>
                  </>
                ),
                description: [
                  statusWords[one.status].label,
                  counted(one.messageCount, "message"),
                  `created ${formatDate(one.createdAt)}`,
                ].join(" · "),
              }))}
            />
          </>
        )}
        {merge.error !== null && (
          <Banner kind="error">{`Failed to merge ticket: ${failureSentence(merge.error)} Nothing was changed.`}</Banner>
        )}
      </div>
    </Dialog>
  );
}

/** All that a ticket is found by, its number as "0042" and as "42". */
function namesOf({ ticketNumber, subject }: TicketCard): string {
  return `${ticketLabel(ticketNumber)} #${ticketNumber} ${subject}`;
}

/** The customer's other active tickets, those that are put off included; undefined until they are there. */
function useOthers({ id, customer }: TicketDetail) {
  const of = { customer: customer?.email ?? "", limit: 100 };
  const active = useQuery(api.tickets.list.queryOptions({ input: of }));
  const snoozed = useQuery(api.tickets.list.queryOptions({ input: { ...of, snoozed: true } }));
  const both = active.data && snoozed.data ? [...active.data.items, ...snoozed.data.items] : undefined;
  return {
    others: both?.filter((one) => one.id !== id && one.customerId === customer?.id),
    error: active.error ?? snoozed.error,
    retry: () => void Promise.all([active.refetch(), snoozed.refetch()]),
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
        onDone();
        openTicket(target.id);
        announce(`${ticketLabel(ticketNumber)} was merged into ${ticketLabel(target.ticketNumber)}`);
      },
    }),
  );
}
