import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { FoundCustomer } from "@deskhand/contract/customers";
import type { Message } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { customerLabel } from "../../../entities/customer/customer-label.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { CustomerField } from "../create/customer-field.tsx";
import { peopleOn } from "./people-on.ts";
import { useChangeCustomer } from "./use-change-customer.tsx";

interface ChangeCustomerDialogProps {
  ticket: TicketDetail;
  /** Those of one message are offered; absent, those of the whole thread. */
  message?: Message;
  onClose: () => void;
}

const somebodyElse = "somebody-else";
const nobody = { customer: null as FoundCustomer | null, isNewCustomer: false, name: "", email: "" };

/** Chooses whose a ticket is: somebody in its conversation, somebody known, or somebody new (docs/product.md#another-customer). */
export function ChangeCustomerDialog({ ticket, message, onClose }: ChangeCustomerDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const people = peopleOn(message ? [message] : ticket.messages, (email) => email === ticket.customer?.email);
  const [person, setPerson] = useState(people[0]?.email ?? somebodyElse);
  const [typed, setTyped] = useState(nobody);
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

  function choose(part: Partial<typeof nobody>) {
    flushSync(() => setTyped({ ...typed, ...part }));
    // The field that had the focus went with the choice.
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
          // Room for those who are found, who would be cut off by the end of the dialog.
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
