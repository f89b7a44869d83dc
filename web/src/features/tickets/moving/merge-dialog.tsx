import { isFoundBy } from "@deskhand/contract/search/search-line";
import type { TicketCard, TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { customerLabel } from "../../../entities/customer/customer-label.ts";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { statusWords } from "../../../entities/ticket/ticket-pills.tsx";
import { refreshAllTickets } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { counted, formatDate } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { mergeToast, useUnmerge } from "./merged-notice.tsx";
import { moveUnsent } from "./move-unsent.ts";
import { isOfOne, type TwoCustomers, TwoCustomersQuestion } from "./two-customers-question.tsx";

interface MergeDialogProps {
  ticket: TicketDetail;
  onClose: () => void;
}

/** Chooses the ticket to merge this one into, and asks what to do with two customers (docs/product.md#merging). */
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

/** Undoes a merge from the target ticket. */
function UndoMergeButton({ id }: { id: string }) {
  const unmerge = useUnmerge();
  return (
    <Button
      size="sm"
      className="mt-1.5"
      busy={unmerge.isPending}
      busyText="Undoing..."
      onClick={() => unmerge.mutate({ id })}
    >
      Undo Merge
    </Button>
  );
}

const TYPING_MS = 150;
/** How many tickets of other customers are offered. */
const OFFERED = 8;

/**
 * Returns the active tickets to merge into: the customer's own, snoozed ones included, and other customers' that match
 * the text. `own` is undefined until loaded.
 */
function useMergeTargets({ id, customer }: TicketDetail, typed: string) {
  const email = customer?.email ?? null;
  const of = email === null ? null : { customer: email, limit: 100 };
  const active = useQuery(api.tickets.list.queryOptions({ input: of ?? skipToken }));
  const snoozed = useQuery(
    api.tickets.list.queryOptions({ input: of === null ? skipToken : { ...of, snoozed: true } }),
  );
  const search = useDebounced(typed.trim(), TYPING_MS);
  const found = useQuery(
    api.tickets.list.queryOptions({
      input: search === "" ? skipToken : { search, limit: 20 },
      placeholderData: keepPreviousData,
    }),
  );
  const isFound = isFoundBy(typed);
  const isOwn = (one: TicketCard) => one.customerId !== null && one.customerId === customer?.id;
  // A ticket snoozed between the two requests is in both.
  const both =
    active.data && snoozed.data
      ? [...new Map([...active.data.items, ...snoozed.data.items].map((one) => [one.id, one])).values()]
      : undefined;
  const others = typed.trim() === "" ? [] : (found.data?.items ?? []);
  return {
    own: of === null ? [] : both?.filter((one) => one.id !== id && isOwn(one) && isFound(namesOf(one))),
    others: others.filter((one) => one.id !== id && !isOwn(one)).slice(0, OFFERED),
    isLooking: typed.trim() !== "" && (found.isFetching || search !== typed.trim()),
    error: active.error ?? snoozed.error ?? found.error,
    retry: () => void Promise.all([active, snoozed, found].map((query) => query.isError && query.refetch())),
  };
}

/** A ticket's search terms, with its number as "0042" and as "42". */
function namesOf({ ticketNumber, subject }: TicketCard): string {
  return `${ticketLabel(ticketNumber)} #${ticketNumber} ${subject}`;
}
