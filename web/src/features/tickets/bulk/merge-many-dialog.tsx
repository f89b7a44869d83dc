import type { TicketCard } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { customerLabel } from "../../../entities/customer/customer-label.ts";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { refreshAllTickets } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { counted, formatDate } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { moveUnsent } from "../moving/move-unsent.ts";
import { isOfOne, type TwoCustomers } from "../moving/two-customers-question.tsx";
import { clearChosen, toggleChosen } from "./chosen-tickets.ts";

interface MergeManyDialogProps {
  tickets: readonly TicketCard[];
  onClose: () => void;
}

/**
 * Chooses which selected ticket the others are merged into, one after another. A refusal does not undo earlier merges.
 */
export function MergeManyDialog({ tickets, onClose }: MergeManyDialogProps) {
  const byNumber = tickets.toSorted((one, other) => one.ticketNumber - other.ticketNumber);
  const [intoId, setIntoId] = useState(byNumber[0]?.id ?? "");
  const [customers, setCustomers] = useState<TwoCustomers>();
  const into = byNumber.find(({ id }) => id === intoId) ?? byNumber[0];
  const others = byNumber.filter((one) => one !== into);
  const isAsked = into !== undefined && others.some((one) => !isOfOne(one, into));
  const merge = useMergeMany(onClose);

  if (into === undefined) return null;
  return (
    <Dialog
      title={`Merge ${counted(tickets.length, "ticket")}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={others.length === 0 || (isAsked && customers === undefined)}
            busy={merge.isPending}
            busyText="Merging..."
            onClick={() => merge.mutate({ into, others, customers: isAsked ? customers : undefined })}
          >
            {`Merge into ${ticketLabel(into.ticketNumber)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <p className="text-soft">
          All messages, notes and files of the others move to the ticket that you choose, in order of time. The others
          stay as closed tickets that lead there, and each can be undone.
        </p>
        <RadioList
          legend="Merge into"
          value={into.id}
          onChange={setIntoId}
          options={byNumber.map((one) => ({
            value: one.id,
            label: (
              <>
                {ticketLabel(one.ticketNumber)} <bdi className="font-normal break-anywhere">{one.subject}</bdi>
              </>
            ),
            description: (
              <>
                <bdi className="break-anywhere">{customerLabel(one)}</bdi>
                {` · ${counted(one.messageCount, "message")} · created ${formatDate(one.createdAt)}`}
              </>
            ),
          }))}
        />
        {isAsked && <CustomersQuestion tickets={byNumber} into={into} chosen={customers} onChoose={setCustomers} />}
        {merge.error !== null && others[0] && (
          // Merged tickets are deselected.
          <Banner kind="error">{`Failed to merge ${ticketLabel(others[0].ticketNumber)}: ${failureSentence(merge.error)}`}</Banner>
        )}
      </div>
    </Dialog>
  );
}

interface CustomersQuestionProps {
  tickets: readonly TicketCard[];
  into: TicketCard;
  chosen: TwoCustomers | undefined;
  onChoose: (chosen: TwoCustomers) => void;
}

/** Asks what to do with the customers when the tickets have different ones. */
function CustomersQuestion({ tickets, into, chosen, onChoose }: CustomersQuestionProps) {
  const targetCustomer = customerLabel(into);
  return (
    <RadioList<TwoCustomers | "">
      legend="These tickets are of different customers"
      value={chosen ?? ""}
      onChange={(value) => value !== "" && onChoose(value)}
      options={[
        {
          value: "keep",
          label: "They stay different customers",
          description:
            into.customerId === null
              ? "The merged ticket stays nobody's. Each message is answered to whoever wrote it."
              : `The merged ticket is ${targetCustomer}'s. What is of another is a side conversation on it: nobody is sent or quoted what the others wrote.`,
        },
        ...(tickets.every(({ customerId }) => customerId !== null)
          ? [
              {
                value: "join" as const,
                label: "They are one person: join the customers",
                description: `All their tickets, orders and addresses are ${targetCustomer}'s from then on. They can be parted again in ${targetCustomer}'s details.`,
              },
            ]
          : []),
      ]}
    />
  );
}

interface Merging {
  into: TicketCard;
  others: readonly TicketCard[];
  customers: TwoCustomers | undefined;
}

function useMergeMany(onDone: () => void) {
  const cache = useQueryClient();
  const userId = useSession().user?.id ?? "";
  const { openTicket } = useOpenTicket();
  return useMutation({
    async mutationFn({ into, others, customers }: Merging) {
      for (const source of others) {
        // An earlier merge may have given both the same customer.
        const answer = isOfOne(source, into) ? undefined : customers;
        await api.tickets.merge.call({ id: source.id, into: into.id, ...(answer && { customers: answer }) });
        moveUnsent(userId, source.id, into.id);
        toggleChosen(source.id);
      }
    },
    onSuccess(_, { into, others }) {
      clearChosen();
      onDone();
      openTicket(into.id);
      announce(`${counted(others.length, "ticket")} merged into ${ticketLabel(into.ticketNumber)}`);
    },
    onSettled() {
      refreshAllTickets(cache);
      void cache.invalidateQueries({ queryKey: api.customers.key() });
    },
  });
}
