import type { Message } from "@deskhand/contract/messages";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Forward, Reply, ReplyAll, SquareArrowOutUpRight, UserPen } from "lucide-react";
import { useRef, useState } from "react";
import { useOpenTicket } from "../../../../entities/ticket/ticket-link.tsx";
import { refreshAllTickets } from "../../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../../lib/api.ts";
import { failureSentence } from "../../../../lib/failure.ts";
import { newKey } from "../../../../lib/new-key.ts";
import { waitsForNetwork } from "../../../../lib/retries.ts";
import { useSession } from "../../../../lib/session.ts";
import { announce } from "../../../../ui/announcer.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { loadLater } from "../../../../ui/load-later.tsx";
import { Menu } from "../../../../ui/overlay/menu.tsx";
import { showToast } from "../../../../ui/overlay/show-toast.ts";
import { peopleOn } from "../../moving/people-on.ts";
import { modesOf } from "../../recipients/answered.ts";

/** The ways to answer a message of the thread. */
export type MessageAnswer = "reply" | "reply-all" | "forward";

interface MessageActionsProps {
  message: Message;
  /** Whether it can be moved to a ticket of its own (docs/product.md#moving-a-message). */
  isMovable: boolean;
  /** Absent where nothing can be written to the ticket. */
  onAnswer: ((message: Message, how: MessageAnswer) => void) | undefined;
}

const iconSize = 15;
const ChangeCustomerDialog = loadLater(() =>
  import("../../moving/change-customer-dialog.tsx").then((module) => module.ChangeCustomerDialog),
);

/** A message's menu: answer, forward, move to a new ticket, or make its sender the ticket's customer. */
export function MessageActions({ message, isMovable, onAnswer }: MessageActionsProps) {
  const move = useMove(message);
  const { can } = useSession();
  const [isChanging, setChanging] = useState(false);
  // Already in the cache.
  const ticket = useQuery(
    api.tickets.get.queryOptions({ input: isChanging ? { id: message.ticketId } : skipToken }),
  ).data;
  const isOfPeople = onAnswer !== undefined && can("tickets:update") && peopleOn([message], () => false).length > 0;
  const answers = onAnswer && [
    ...(message.isAutomatic && message.answersTo === null
      ? []
      : [{ id: "reply", label: "Reply", icon: <Reply size={iconSize} aria-hidden /> } as const]),
    ...(modesOf(message, "reply").isChoice
      ? [{ id: "reply-all", label: "Reply all", icon: <ReplyAll size={iconSize} aria-hidden /> } as const]
      : []),
    { id: "forward", label: "Forward", icon: <Forward size={iconSize} aria-hidden /> } as const,
  ];
  const items = [
    ...(answers ?? []).map((item) => ({ ...item, onChoose: () => onAnswer?.(message, item.id) })),
    ...(isMovable
      ? [
          {
            id: "move",
            label: "Move to a ticket of its own",
            icon: <SquareArrowOutUpRight size={iconSize} aria-hidden />,
            onChoose: move,
          },
        ]
      : []),
    ...(isOfPeople
      ? [
          {
            id: "customer",
            label: "Change customer...",
            icon: <UserPen size={iconSize} aria-hidden />,
            onChoose: () => setChanging(true),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        label="Message actions"
        trigger={(props) => (
          <IconButton
            {...props}
            size="sm"
            label="Message actions"
            icon={<Ellipsis size={14} aria-hidden />}
            className="-my-1"
          />
        )}
        items={items}
      />
      {isChanging && ticket !== undefined && (
        <ChangeCustomerDialog ticket={ticket} message={message} onClose={() => setChanging(false)} />
      )}
    </>
  );
}

/** Moves a message to a ticket of its own, once. */
function useMove({ id: messageId, ticketId }: Message): () => void {
  const cache = useQueryClient();
  const { openTicket } = useOpenTicket();
  // One key for every attempt, as a response may be lost.
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
  return () => {
    if (!move.isPending) move.mutate({ id: ticketId, messageId, idempotencyKey: key.current });
  };
}
