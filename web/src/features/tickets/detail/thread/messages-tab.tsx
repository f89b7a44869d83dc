import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { Message } from "@deskhand/contract/messages";
import type { Activity, TicketDetail } from "@deskhand/contract/tickets";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown } from "lucide-react";
import { memo, type RefObject, useEffect, useMemo, useState } from "react";
import { customerLabel } from "../../../../entities/customer/customer-label.ts";
import { namesByKind } from "../../../../entities/person/mailbox-words.ts";
import { activityIcon, activitySentence } from "../../../../entities/ticket/activity-words.ts";
import type { ComposerTools } from "../../../../entities/ticket/reply-draft.ts";
import { isArchived } from "../../../../entities/ticket/ticket-state.ts";
import { useWantedMessage, wantMessage } from "../../../../entities/ticket/wanted.ts";
import { api } from "../../../../lib/api.ts";
import { counted, formatDateTime } from "../../../../lib/format.ts";
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
import { RuleName } from "./rule-name.tsx";
import { ShowEarlier } from "./use-paged.tsx";
import { useShowsAll, useThread } from "./use-thread.ts";
import { useThreadScroll } from "./use-thread-scroll.ts";
import { type Writing, WritingSwitch } from "./writing-switch.tsx";

interface MessagesTabProps {
  ticket: TicketDetail;
  composer: RefObject<ComposerHandle | null>;
  noteForm: RefObject<NoteFormHandle | null>;
  forwardForm: RefObject<ForwardFormHandle | null>;
  /** What is being written below the thread. */
  writing: Writing;
  onWriting: (writing: Writing) => void;
  /** The message to forward first; null for the default. */
  forwardId: string | null;
  /** Answers or forwards a message; stable for as long as the tab is mounted. */
  onAnswer: (message: Message, how: MessageAnswer) => void;
  /** Called when a forward was sent or discarded. */
  onForwarded: () => void;
  tools: ComposerTools;
  /** Called with the names of the recipients, or null for a reply kept until its time. */
  onSent: (to: string | null) => void;
}

/**
 * A ticket's messages, notes and steps in order, older ones on request, and below them the form for a reply or note
 * unless the ticket is archived (docs/product.md#messages).
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
  // A note's writer must see where it appears.
  const showsAll = wantsAll || isNote;
  const thread = useThread(ticket, showsAll);
  const pending = useReplyOnItsWay(ticket.id);
  // The thread may contain the reply before the request is over.
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
  // The thread may contain a kept reply before its event arrives.
  const waitingReplies = waiting?.items.filter((reply) => !hasReply(ticket.messages, reply)) ?? [];
  const isKept = waitingReplies.some(({ id }) => id === pending?.idempotencyKey);
  const onItsWay = isThere || isKept ? undefined : pending;
  const ids = written.map(({ id }) => id);
  ids.push(...waitingReplies.map(({ id }) => id), ...(onItsWay === undefined ? [] : [onItsWay.idempotencyKey]));
  const isOnItsWay = onItsWay !== undefined || waitingReplies.at(-1)?.authorId === user?.id;
  const isNewestOwn = isOnItsWay || (user !== null && written.at(-1)?.authorId === user.id);
  const count = thread.parts.reduce((sum, part) => sum + (part.kind === "steps" ? part.items.length : 1), 0);
  const addedLast = thread.addedLast?.id ?? null;
  const isLate = addedLast !== (newest?.id ?? null);
  const wanted = useWantedMessage(ticket.id);
  const onWantedShown = () => wantMessage(null);
  const isUnread = ticket.isNewReply;
  const scroll = useThreadScroll({ ids, count, addedLast, isLate, isUnread, isNewestOwn, wanted, onWantedShown });
  useOlderUntil(wanted, ids, thread);
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
      {/* The thread takes the remaining height and shrinks before the form does. */}
      <div className="relative overflow-clip">
        <section
          ref={scroll.ref}
          aria-label="Messages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
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
            {waitingReplies.map((reply) => (
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

/** Loads earlier pages until a wanted message is shown; gives up when there are no more, or one cannot be loaded. */
function useOlderUntil(wanted: string | null, ids: readonly string[], thread: ReturnType<typeof useThread>): void {
  const { hasOlder, isLoadingOlder, olderError, loadOlder } = thread;
  const isMissing = wanted !== null && !ids.includes(wanted);
  const isLost = isMissing && (!hasOlder || olderError !== null);
  const isNext = isMissing && !isLost && !isLoadingOlder;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks for one page after the other.
  useEffect(() => {
    if (isLost) wantMessage(null);
    else if (isNext) loadOlder();
  }, [isLost, isNext, ids.length]);
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

/** A longer run of steps shows only its newest few at first. */
const MAX_UNFOLDED = 8;
const SHOWN_WHEN_FOLDED = 4;

/** A ticket's steps between two messages, one quiet line each. */
const ThreadSteps = memo(function ThreadSteps({ steps }: { steps: readonly Activity[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const visible = showsAll || steps.length <= MAX_UNFOLDED ? steps : steps.slice(-SHOWN_WHEN_FOLDED);
  const left = steps.length - visible.length;
  return (
    <>
      {left > 0 && (
        <li className="self-center">
          <button
            type="button"
            onClick={() => setShowsAll(true)}
            className="rounded-tag px-1.5 text-faint text-xs hover:text-soft hover:underline"
          >
            {`Show ${left} earlier steps`}
          </button>
        </li>
      )}
      {visible.map((step) => (
        <ThreadStep key={step.id} step={step} />
      ))}
    </>
  );
});

function ThreadStep({ step }: { step: Activity }) {
  const Icon = activityIcon(step.kind);
  return (
    <li className="-my-1.5 flex max-w-full items-baseline justify-center gap-1.5 self-center px-2 text-center text-soft text-xs">
      <Icon size={12} aria-hidden className="shrink-0 translate-y-0.5 text-faint" />
      <span className="min-w-0 break-anywhere">
        {step.isByRule ? (
          <RuleName name={step.actorName} />
        ) : (
          <bdi className="font-medium">{shownText(step.actorName)}</bdi>
        )}{" "}
        {activitySentence(step)}
        <time dateTime={step.createdAt} className="ml-1.5 whitespace-nowrap text-faint">
          {formatDateTime(step.createdAt)}
        </time>
      </span>
    </li>
  );
}
