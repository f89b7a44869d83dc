import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { FoundCustomer } from "@deskhand/contract/customers";
import type { Message } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { customerLabel } from "../../../entities/customer/customer-label.ts";
import { refreshAllTickets } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { failureSentence, fieldFailures } from "../../../lib/failure.ts";
import { waitsForNetwork } from "../../../lib/retries.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { CustomerField } from "../create/customer-field.tsx";
import { serverFaults } from "../create/draft-faults.ts";
import { peopleOn } from "./people-on.ts";

interface ChangeCustomerDialogProps {
  ticket: TicketDetail;
  /** Offers the people of one message; absent, of the whole thread. */
  message?: Message;
  onClose: () => void;
}

const somebodyElse = "somebody-else";
const noChoice = { customer: null as FoundCustomer | null, isNewCustomer: false, name: "", email: "" };

/**
 * Chooses the ticket's customer: somebody in its conversation, an existing customer, or a new one
 * (docs/product.md#another-customer).
 */
export function ChangeCustomerDialog({ ticket, message, onClose }: ChangeCustomerDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const people = peopleOn(message ? [message] : ticket.messages, (email) => email === ticket.customer?.email);
  const [person, setPerson] = useState(people[0]?.email ?? somebodyElse);
  const [typed, setTyped] = useState(noChoice);
  const [isAsked, setAsked] = useState(false);
  const change = useChangeCustomer(ticket, onClose);
  const inConversation = people.find(({ email }) => email === person);
  const isMissing = typed.isNewCustomer ? typed.email.trim() === "" : typed.customer === null;
  const chosen = inConversation
    ? { email: inConversation.email, ...(inConversation.name !== null && { name: inConversation.name }) }
    : typed.isNewCustomer
      ? { email: typed.email, name: typed.name }
      : { id: typed.customer?.id ?? "" };
  const faults =
    change.faults ?? (isAsked && isMissing ? { [typed.isNewCustomer ? "email" : "customer"]: required } : {});

  function choose(part: Partial<typeof noChoice>) {
    flushSync(() => setTyped({ ...typed, ...part }));
    // The focused field disappeared with the choice.
    if (part.isNewCustomer !== undefined) form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    setAsked(true);
    if (inConversation || !isMissing) change.to(chosen);
  }

  return (
    <Dialog
      title={`Change the customer of ${ticketLabel(ticket.ticketNumber)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={change.isPending} busyText="Changing...">
            Change Customer
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
        <p className="text-soft">
          It is of <bdi className="font-medium text-ink">{customerLabel(ticket)}</bdi> now. An answer goes to the new
          customer then, also to what came before, unless you choose whom; what they were not on is marked as a side
          conversation.
        </p>
        {people.length > 0 && (
          <RadioList
            legend={message ? "People of this message" : "People in this conversation"}
            value={person}
            onChange={setPerson}
            options={[
              ...people.map(({ email, name }) => ({
                value: email,
                label: <bdi className="break-anywhere">{name ?? shownAddress(email)}</bdi>,
                ...(name !== null && { description: <bdi className="break-anywhere">{shownAddress(email)}</bdi> }),
              })),
              { value: somebodyElse, label: "Somebody else" },
            ]}
          />
        )}
        {!inConversation && (
          // Leaves room for the results, which the end of the dialog would cut off.
          <div className={typed.isNewCustomer || typed.customer !== null ? undefined : "min-h-88"}>
            <CustomerField
              draft={typed}
              customer={undefined}
              faults={faults}
              isReadOnly={change.isPending}
              onChange={choose}
            />
          </div>
        )}
        {change.error !== null && change.faults === undefined && (
          <Banner kind="error">{`${failureSentence(change.error)} Nothing was changed.`}</Banner>
        )}
      </form>
    </Dialog>
  );
}

const required = "Customer email is required";

type NewCustomerInput = { id: string } | { email: string; name?: string };

/** Gives a ticket to another customer, with a toast that can undo it. */
function useChangeCustomer(ticket: TicketDetail, onDone: () => void) {
  const cache = useQueryClient();
  const { id, customerId } = ticket;
  const change = useMutation(
    api.tickets.changeCustomer.mutationOptions({
      ...waitsForNetwork,
      onSuccess(changed) {
        show(cache, changed);
        onDone();
        if (changed.customerId !== customerId) tell(cache, changed, ticket);
      },
    }),
  );
  const faults = serverFaults(fieldFailures(change.error));
  return {
    isPending: change.isPending,
    error: change.error,
    /** Errors in the typed customer, by field. */
    faults: Object.keys(faults).length > 0 ? faults : undefined,
    to: (customer: NewCustomerInput) => change.mutate({ id, customer, expected: customerId }),
  };
}

function tell(cache: QueryClient, changed: TicketDetail, before: TicketDetail): void {
  const toast = `customer-${changed.id}`;
  const title = `${ticketLabel(changed.ticketNumber)} is of ${customerLabel(changed)} now`;
  announce(title);
  showToast({
    id: toast,
    title,
    message: `It was of ${customerLabel(before)}.`,
    actions: (
      <Button size="sm" className="mt-1.5" onClick={() => void takeBack(cache, changed, before, toast)}>
        Undo
      </Button>
    ),
  });
}

async function takeBack(cache: QueryClient, changed: TicketDetail, before: TicketDetail, toast: string): Promise<void> {
  closeToast(toast);
  const customer = before.customerId === null ? null : { id: before.customerId };
  try {
    const back = await api.tickets.changeCustomer.call({ id: changed.id, customer, expected: changed.customerId });
    show(cache, back);
    announce(`${ticketLabel(back.ticketNumber)} is of ${customerLabel(back)} again`);
  } catch (error) {
    // Somebody else changed it since, or the network is down: the ticket shows its customer.
    const message = error instanceof Error ? failureSentence(error) : undefined;
    showToast({ id: toast, title: "The customer was not changed back", message });
  }
}

function show(cache: QueryClient, ticket: TicketDetail): void {
  cache.setQueryData(api.tickets.get.queryKey({ input: { id: ticket.id } }), ticket);
  refreshAllTickets(cache);
  void cache.invalidateQueries({ queryKey: api.customers.key() });
}
