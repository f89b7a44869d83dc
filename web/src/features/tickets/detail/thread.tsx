import type { TicketDetail } from "@deskhand/contract/tickets";
import { ArrowDown } from "lucide-react";
import { type Ref, useEffect, useImperativeHandle, useMemo } from "react";
import { failureText } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { HeldBackMails } from "./held-back-mails.tsx";
import { MessageCard } from "./message-card.tsx";
import { ReplyOnItsWay } from "./reply-on-its-way.tsx";
import { useReplyOnItsWay } from "./use-reply.ts";
import { useThread } from "./use-thread.ts";
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
  const thread = useThread(ticket);
  const { messages } = thread;
  const onItsWay = useReplyOnItsWay(ticket.id);
  const newest = messages.at(-1);
  const ids = messages.map(({ id }) => id);
  if (onItsWay !== undefined) ids.push(onItsWay.idempotencyKey);
  const scroll = useThreadScroll({
    ids,
    isNewestOwn: onItsWay !== undefined || (newest !== undefined && newest.authorId === user?.id),
  });
  const attachments = useMemo(
    () => Map.groupBy(ticket.attachments, ({ messageId }) => messageId),
    [ticket.attachments],
  );

  // The last page of older messages takes its button away.
  useEffect(() => {
    if (!thread.hasOlder && document.activeElement === document.body)
      scroll.ref.current?.focus({ preventScroll: true });
  }, [thread.hasOlder, scroll.ref]);

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
        {thread.hasOlder && (
          <div className="flex flex-col items-center gap-1.5">
            <Button size="sm" busy={thread.isLoadingOlder} busyText="Loading..." onClick={thread.loadOlder}>
              Show earlier messages
            </Button>
            {thread.olderError !== null && (
              <p role="alert" className="text-red text-sm">
                {failureText(thread.olderError)}
              </p>
            )}
          </div>
        )}
        {ids.length === 0 && (
          <EmptyState title="No messages yet">The conversation with the customer will appear here.</EmptyState>
        )}
        <ol className="flex flex-col gap-3.5">
          {messages.map((message) => (
            <MessageCard
              key={message.id}
              message={message}
              customerEmail={ticket.customer?.email ?? null}
              attachments={attachments.get(message.id)}
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
