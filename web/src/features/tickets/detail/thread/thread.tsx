import type { TicketDetail } from "@deskhand/contract/tickets";
import { ArrowDown } from "lucide-react";
import { type Ref, useImperativeHandle } from "react";
import { api } from "../../../../lib/api.ts";
import { counted } from "../../../../lib/format.ts";
import { useSession } from "../../../../lib/session.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { useReplyOnItsWay } from "../composer/use-reply.ts";
import { MessageCard, ReplyOnItsWay } from "./message-card.tsx";
import { ShowEarlier } from "./show-earlier.tsx";
import { usePaged } from "./use-paged.ts";
import { useThreadScroll } from "./use-thread-scroll.ts";

export interface ThreadHandle {
  toNewest: () => void;
  /** The newest message if it is on the screen; undefined when the reader is further up. */
  newestInView: () => string | null | undefined;
}

interface ThreadProps {
  ticket: TicketDetail;
  /** The reader asked to see what came meanwhile. */
  onCaughtUp: (newestId: string | null) => void;
  ref: Ref<ThreadHandle>;
}

/** A ticket's messages, oldest first, with older ones on request (spec part 1, section 2.8). */
export function Thread({ ticket, onCaughtUp, ref }: ThreadProps) {
  const { user } = useSession();
  const thread = usePaged({ items: ticket.messages, hasOlder: ticket.hasOlderMessages }, (before) =>
    api.messages.list.call({ ticketId: ticket.id, before }),
  );
  const messages = thread.items;
  const onItsWay = useReplyOnItsWay(ticket.id);
  const newest = messages.at(-1);
  const ids = messages.map(({ id }) => id);
  if (onItsWay !== undefined) ids.push(onItsWay.idempotencyKey);
  const scroll = useThreadScroll({
    ids,
    isNewestOwn: onItsWay !== undefined || (newest !== undefined && newest.authorId === user?.id),
  });

  useImperativeHandle(ref, () => ({
    toNewest: scroll.toNewest,
    newestInView: () => (scroll.showsNewest() ? (newest?.id ?? null) : undefined),
  }));

  return (
    // However much stands in the composer, the last words of the thread stay in view.
    <div className="relative flex-1 [@media(min-height:640px)]:min-h-32">
      <section
        ref={scroll.ref}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={scroll.onScroll}
        className="absolute inset-0 flex flex-col gap-3.5 overflow-y-auto overscroll-contain px-4 py-4 [overflow-anchor:none] focus-visible:outline-offset-[-2px] sm:px-5"
      >
        <ShowEarlier paged={thread} region={scroll.ref}>
          Show earlier messages
        </ShowEarlier>
        {ids.length === 0 && (
          <EmptyState title="No messages yet">The conversation with the customer will appear here.</EmptyState>
        )}
        <ol className="flex flex-col gap-3.5">
          {messages.map((message) => (
            <MessageCard
              key={message.id}
              message={message}
              customerEmail={ticket.customer?.email ?? null}
              onRetried={thread.replace}
            />
          ))}
          {onItsWay !== undefined && (
            <ReplyOnItsWay id={onItsWay.idempotencyKey} authorName={user?.name ?? ""} content={onItsWay.content} />
          )}
        </ol>
        {ticket.heldBackMails > 0 && <HeldBackMails count={ticket.heldBackMails} />}
      </section>
      {scroll.hasUnseen && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            variant="primary"
            size="sm"
            icon={<ArrowDown size={14} aria-hidden />}
            className="pointer-events-auto rounded-full shadow-float"
            onClick={() => {
              scroll.toNewest();
              scroll.ref.current?.focus({ preventScroll: true });
              onCaughtUp(newest?.id ?? null);
            }}
          >
            New message
          </Button>
        </div>
      )}
    </div>
  );
}

/** Says that mails to this ticket are kept, but not shown, because too many came at once. */
function HeldBackMails({ count }: { count: number }) {
  return (
    <Banner kind="warning" title={`${counted(count, "e-mail")} to this ticket held back`}>
      Too many came within a few minutes, as when two machines answer each other. Nothing is lost: an admin finds them
      in the mail log.
    </Banner>
  );
}
