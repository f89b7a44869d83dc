import type { TicketDetail } from "@deskhand/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown } from "lucide-react";
import { type RefObject, useRef } from "react";
import { isArchived } from "../../../../entities/ticket/is-archived.ts";
import type { ComposerTools } from "../../../../entities/ticket/reply-draft.ts";
import { api } from "../../../../lib/api.ts";
import { counted } from "../../../../lib/format.ts";
import { useSession } from "../../../../lib/session.ts";
import { FileDropArea } from "../../../../screens/file-drop-area.tsx";
import { Banner } from "../../../../ui/banner.tsx";
import { Button, buttonClass } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { useHeldOf } from "../../sending/use-held-of.ts";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { useReplyOnItsWay } from "../composer/use-reply.ts";
import { MessageCard, ReplyOnItsWay } from "./message-card.tsx";
import { ShowEarlier } from "./show-earlier.tsx";
import { usePaged } from "./use-paged.ts";
import { useThreadScroll } from "./use-thread-scroll.ts";

interface MessagesTabProps {
  ticket: TicketDetail;
  composer: RefObject<ComposerHandle | null>;
  tools: ComposerTools;
  /** A reply went, or is as good as sent. */
  onSent: () => void;
}

/** A ticket's messages, oldest first, with older ones on request, and the composer while it is not archived (docs/product.md#messages). */
export function MessagesTab({ ticket, composer, tools, onSent }: MessagesTabProps) {
  const { user, can } = useSession();
  const cache = useQueryClient();
  const thread = usePaged({ items: ticket.messages, hasOlder: ticket.hasOlderMessages }, (before) =>
    api.messages.list.call({ ticketId: ticket.id, before }),
  );
  const messages = thread.items;
  const onItsWay = useReplyOnItsWay(ticket.id);
  const newest = messages.at(-1);
  const ids = messages.map(({ id }) => id);
  const held = useHeldOf(ticket.id).filter(({ key }) => key !== onItsWay?.idempotencyKey);
  ids.push(...held.map(({ key }) => key), ...(onItsWay === undefined ? [] : [onItsWay.idempotencyKey]));
  const isNewestOwn =
    onItsWay !== undefined || held.length > 0 || (newest !== undefined && newest.authorId === user?.id);
  const scroll = useThreadScroll(ids, isNewestOwn);
  /** The newest message that was in view, for as long as the reader is further up. */
  const lastInView = useRef(newest?.id ?? null);
  const canReply = !isArchived(ticket.status) && can("messages:reply");

  function newestShown(): string | null {
    if (scroll.showsNewest()) lastInView.current = newest?.id ?? null;
    return lastInView.current;
  }

  async function review() {
    await cache.invalidateQueries({ queryKey: api.tickets.get.key({ input: { id: ticket.id } }) });
    scroll.toNewest();
  }

  return (
    <FileDropArea
      invitation="Drop files to attach them to your reply"
      onFiles={canReply ? (files) => composer.current?.attach(files) : undefined}
    >
      {/* However much stands in the composer, the last words of the thread stay in view. */}
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
          {ids.length === 0 && ticket.mergedInto === null && (
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
            {held.map(({ key, text }) => (
              <ReplyOnItsWay key={key} id={key} authorName={user?.name ?? ""} content={text.trim()} />
            ))}
            {onItsWay !== undefined && (
              <ReplyOnItsWay id={onItsWay.idempotencyKey} authorName={user?.name ?? ""} content={onItsWay.content} />
            )}
          </ol>
          {ticket.heldBackMails > 0 && (
            <Banner
              kind="warning"
              title={`${counted(ticket.heldBackMails, "e-mail")} to this ticket held back`}
              action={can("mail:read-log") && <MailLogLink />}
            >
              Too many came within a few minutes, as when two machines answer each other. Nothing is lost: an admin
              finds them in the mail log.
            </Banner>
          )}
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
                composer.current?.acknowledge(newest?.id ?? null);
              }}
            >
              New message
            </Button>
          </div>
        )}
      </div>
      {canReply && (
        <Composer
          ref={composer}
          ticket={ticket}
          tools={tools}
          newestShown={newestShown}
          onReview={() => void review()}
          onSent={onSent}
        />
      )}
    </FileDropArea>
  );
}

function MailLogLink() {
  return (
    <Link
      to="/dashboard/admin"
      search={{ view: "mail-log", state: "loop_stopped" }}
      className={buttonClass("secondary", "sm")}
    >
      Show in the mail log
    </Link>
  );
}
