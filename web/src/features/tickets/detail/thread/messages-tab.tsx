import type { Message } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown } from "lucide-react";
import { type RefObject, useMemo } from "react";
import { customerLabel } from "../../../../entities/customer/customer-label.ts";
import { namesByKind } from "../../../../entities/person/mailbox-words.ts";
import type { ComposerTools } from "../../../../entities/ticket/reply-draft.ts";
import { isArchived } from "../../../../entities/ticket/ticket-state.ts";
import { api } from "../../../../lib/api.ts";
import { counted } from "../../../../lib/format.ts";
import { useSession } from "../../../../lib/session.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { FileDropArea } from "../../../../screens/file-drop-area.tsx";
import { Banner } from "../../../../ui/banner.tsx";
import { Button, buttonClass } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { ForwardForm, type ForwardFormHandle } from "../../recipients/forward-form.tsx";
import { usuallyForwarded } from "../../recipients/use-forward.ts";
import { useIsKnown } from "../../recipients/use-found-people.ts";
import { hasReply } from "../../sending/added-last.ts";
import { KeptCard } from "../../sending/kept-card.tsx";
import { keptOf } from "../../sending/kept-replies.ts";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { useReplyOnItsWay } from "../composer/use-reply.ts";
import { NoteCard } from "../notes/note-card.tsx";
import { NoteForm, type NoteFormHandle } from "../notes/note-form.tsx";
import { leftOutOf } from "./merge-thread.ts";
import type { MessageAnswer } from "./message-actions.tsx";
import { MessageCard, ReplyOnItsWay } from "./message-card.tsx";
import { ThreadSteps } from "./thread-steps.tsx";
import { ShowEarlier } from "./use-paged.tsx";
import { useShowsAll, useThread } from "./use-thread.ts";
import { useThreadScroll } from "./use-thread-scroll.ts";
import { type Writing, WritingSwitch } from "./writing-switch.tsx";

interface MessagesTabProps {
  ticket: TicketDetail;
  composer: RefObject<ComposerHandle | null>;
  noteForm: RefObject<NoteFormHandle | null>;
  forwardForm: RefObject<ForwardFormHandle | null>;
  /** What is written below the thread. */
  writing: Writing;
  onWriting: (writing: Writing) => void;
  /** The message that is forwarded at first; null for the usual one. */
  forwardId: string | null;
  /** Answers or forwards a message; the same for as long as the tab is there. */
  onAnswer: (message: Message, how: MessageAnswer) => void;
  /** A forward went, or was given up. */
  onForwarded: () => void;
  tools: ComposerTools;
  /** A reply went to those who are named, or is kept until its time: null. */
  onSent: (to: string | null) => void;
}

/**
 * A ticket's messages with notes and steps where they happened, oldest first, with older ones on request, and below them a
 * reply or a note while it is not archived (docs/product.md#messages).
 */
export function MessagesTab(props: MessagesTabProps) {
  const { ticket, composer, noteForm, forwardForm, writing, onWriting, forwardId, onAnswer, tools, onSent } = props;
  const { user, can } = useSession();
  const isKnown = useIsKnown(ticket);
  const cache = useQueryClient();
  const canReply = !isArchived(ticket.status) && can("messages:reply");
  const canNote = !isArchived(ticket.status) && can("messages:add-note");
  const isNote = canNote && (writing === "note" || !canReply);
  const [wantsAll, setWantsAll] = useShowsAll();
  // Whoever writes a note sees where it comes to stand.
  const showsAll = wantsAll || isNote;
  const thread = useThread(ticket, showsAll);
  const pending = useReplyOnItsWay(ticket.id);
  // The thread may have it before the sending is over.
  const isThere = pending !== undefined && hasReply(ticket.messages, pending);
  const leftOut = useMemo(() => {
    const customer = { email: ticket.customer?.email ?? "", name: customerLabel(ticket) };
    return leftOutOf(thread.messages, customer, isKnown);
  }, [thread.messages, ticket, isKnown]);
  const newest = thread.newestMessage;
  const forwarded = thread.messages.find(({ id }) => id === forwardId) ?? usuallyForwarded(thread.messages);
  const isForward = canReply && writing === "forward" && newest !== undefined;
  const written = thread.parts.flatMap((part) => (part.kind === "steps" ? [] : [part.item]));
  const { data: waiting } = useQuery(keptOf(ticket.id));
  // The thread may have one before its news is heard.
  const kept = waiting?.items.filter((reply) => !hasReply(ticket.messages, reply)) ?? [];
  const isKept = kept.some(({ id }) => id === pending?.idempotencyKey);
  const onItsWay = isThere || isKept ? undefined : pending;
  const ids = written.map(({ id }) => id);
  ids.push(...kept.map(({ id }) => id), ...(onItsWay === undefined ? [] : [onItsWay.idempotencyKey]));
  const isOnItsWay = onItsWay !== undefined || kept.at(-1)?.authorId === user?.id;
  const isNewestOwn = isOnItsWay || (user !== null && written.at(-1)?.authorId === user.id);
  const count = thread.parts.reduce((sum, part) => sum + (part.kind === "steps" ? part.items.length : 1), 0);
  const addedLast = thread.addedLast?.id ?? null;
  const isLate = addedLast !== (newest?.id ?? null);
  const scroll = useThreadScroll({ ids, count, addedLast, isLate, isUnread: ticket.isNewReply, isNewestOwn });
  async function review() {
    await cache.invalidateQueries({ queryKey: api.tickets.get.key({ input: { id: ticket.id } }) });
    scroll.toNewest();
  }

  const writingSwitch = canReply && (canNote || isForward) && (
    <WritingSwitch
      writing={isForward ? "forward" : isNote ? "note" : "reply"}
      canNote={canNote}
      onWriting={onWriting}
    />
  );
  return (
    <FileDropArea
      className="grid! grid-cols-1 writing-rows"
      invitation="Drop files to attach them to your reply"
      onFiles={canReply && !isNote && !isForward ? (files) => composer.current?.attach(files) : undefined}
    >
      {/* The thread has what is left, and gives way to what is written before anything else does. */}
      <div className="relative overflow-clip">
        <section
          ref={scroll.ref}
          aria-label="Messages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          onScroll={scroll.onScroll}
          className="absolute inset-0 flex flex-col gap-3.5 overflow-y-auto overscroll-contain px-4 py-4 [overflow-anchor:none] focus-visible:outline-offset-[-2px] sm:px-5"
        >
          <Checkbox
            label="Show notes and steps"
            className="shrink-0 self-end text-xs"
            checked={showsAll}
            disabled={isNote}
            onChange={(event) => setWantsAll(event.target.checked)}
          />
          <ShowEarlier paged={thread} region={scroll.ref}>
            Show earlier messages
          </ShowEarlier>
          <FailureLine error={thread.stepsError} />
          {ids.length === 0 && ticket.mergedInto === null && (
            <EmptyState title="No messages yet">The conversation with the customer will appear here.</EmptyState>
          )}
          <ol className="flex flex-col gap-3.5">
            {thread.parts.map((part) =>
              part.kind === "message" ? (
                <MessageCard
                  key={part.item.id}
                  message={part.item}
                  customerEmail={ticket.customer?.email ?? null}
                  isKnown={isKnown}
                  leftOut={leftOut.get(part.item.id)}
                  onAnswer={canReply ? onAnswer : undefined}
                  onRetried={thread.replace}
                />
              ) : part.kind === "note" ? (
                <NoteCard key={part.item.id} note={part.item} inThread />
              ) : (
                <ThreadSteps key={part.items[0]?.id} steps={part.items} />
              ),
            )}
            {kept.map((reply) => (
              <KeptCard key={reply.id} kept={reply} isKnown={isKnown} />
            ))}
            {onItsWay !== undefined && (
              <ReplyOnItsWay
                id={onItsWay.idempotencyKey}
                authorName={user?.name ?? ""}
                content={onItsWay.content}
                channel={thread.messages.find(({ id }) => id === onItsWay.answersId)?.channel ?? "email"}
                to={onItsWay.recipients ? namesByKind(onItsWay.recipients, isKnown) : null}
              />
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
                composer.current?.acknowledge(addedLast);
              }}
            >
              New message
            </Button>
          </div>
        )}
      </div>
      {isNote ? (
        <NoteForm ref={noteForm} ticketId={ticket.id} head={writingSwitch} />
      ) : isForward ? (
        <ForwardForm
          ref={forwardForm}
          ticket={ticket}
          messages={thread.messages}
          message={forwarded}
          tools={tools}
          head={writingSwitch}
          onDone={props.onForwarded}
        />
      ) : (
        canReply && (
          <Composer
            ref={composer}
            head={writingSwitch}
            ticket={ticket}
            messages={thread.messages}
            tools={tools}
            newestShown={scroll.newestShown}
            onReview={() => void review()}
            onSent={onSent}
          />
        )
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
