import type { Message } from "@deskhand/contract/messages";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, SquareArrowOutUpRight } from "lucide-react";
import { useRef } from "react";
import { refreshAllTickets } from "../../../entities/ticket/ticket-queries.ts";
import { useOpenTicket } from "../../../entities/ticket/use-open-ticket.ts";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { newKey } from "../../../lib/new-key.ts";
import { waitsForNetwork } from "../../../lib/retries.ts";
import { announce } from "../../../ui/announcer.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";

/** The menu of a customer's message: it can get a ticket of its own (docs/product.md#moving-a-message). */
export function MoveMessage({ message: { id: messageId, ticketId } }: { message: Message }) {
  const cache = useQueryClient();
  const { openTicket } = useOpenTicket();
  // The same for every attempt at this message, as a response may be lost.
  const key = useRef("");
  key.current ||= newKey();
  const move = useMutation(
    api.tickets.moveMessage.mutationOptions({
      ...waitsForNetwork,
      onSuccess(ticket) {
        cache.setQueryData(api.tickets.get.queryKey({ input: { id: ticket.id } }), ticket);
        refreshAllTickets(cache);
        const title = `The message is in ${ticketLabel(ticket.ticketNumber)} now`;
        announce(title);
        showToast({ id: `moved-${messageId}`, title, message: ticket.subject, onChoose: () => openTicket(ticket.id) });
      },
      onError(error) {
        showToast({ id: `moved-${messageId}`, title: "The message was not moved", message: failureSentence(error) });
      },
    }),
  );
  return (
    <Menu
      label="Message actions"
      trigger={(props) => <IconButton {...props} label="Message actions" icon={<Ellipsis size={14} aria-hidden />} />}
      items={[
        {
          id: "move",
          label: "Move to a ticket of its own",
          icon: <SquareArrowOutUpRight size={15} aria-hidden />,
          onChoose: () => {
            if (!move.isPending) move.mutate({ id: ticketId, messageId, idempotencyKey: key.current });
          },
        },
      ]}
    />
  );
}
