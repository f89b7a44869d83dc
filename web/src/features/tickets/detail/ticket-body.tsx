import type { Message } from "@deskhand/contract/messages";
import type { AnswerMode } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { useTeams } from "../../../entities/person/use-teams.ts";
import type { ComposerTools } from "../../../entities/ticket/reply-draft.ts";
import { ticketShortcuts } from "../../../entities/ticket/ticket-shortcuts.ts";
import { isArchived } from "../../../entities/ticket/ticket-state.ts";
import type { TicketOrderParts } from "../../../entities/ticket/told-order.ts";
import { useWantedComposer } from "../../../entities/ticket/wanted.ts";
import { draftKey, readDraft } from "../../../lib/drafts.ts";
import { failureText } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { TabPanel, Tabs } from "../../../ui/tabs.tsx";
import { useRoom } from "../../../ui/use-room.ts";
import { MergedNotice } from "../moving/merged-notice.tsx";
import { useOwnPresence } from "../presence/ticket-presence.tsx";
import type { ForwardFormHandle } from "../recipients/forward-form.tsx";
import type { ComposerHandle } from "./composer/composer.tsx";
import { TicketDetails } from "./facts/ticket-details.tsx";
import { ReassignedNotice, UnverifiedNotice, useReassigned, WrittenFromNotice } from "./facts/ticket-notices.tsx";
import { useAnnouncedChanges } from "./facts/use-announced-changes.ts";
import type { NoteFormHandle } from "./notes/note-form.tsx";
import { NotesTab } from "./notes/notes-tab.tsx";
import { StatusNotices, useReopen, type useStatusChange } from "./status-dialog.tsx";
import type { MessageAnswer } from "./thread/message-actions.tsx";
import { MessagesTab } from "./thread/messages-tab.tsx";
import type { Writing } from "./thread/writing-switch.tsx";
import { UnsentTextList } from "./unsent-texts.tsx";
import type { useTicketWalk } from "./use-ticket-walk.ts";

interface TicketBodyProps {
  ticket: TicketDetail;
  status: ReturnType<typeof useStatusChange>;
  onUpdateStatus: () => void;
  /** Undefined where it cannot be snoozed. */
  onSnooze: (() => void) | undefined;
  /** Navigation to the neighbouring tickets. */
  walk: ReturnType<typeof useTicketWalk>;
  tools: ComposerTools;
  orders: TicketOrderParts;
}

/** The body of a ticket's dialog: notices, details, tabs and keyboard shortcuts. */
export function TicketBody({ ticket, status, onUpdateStatus, onSnooze, walk, tools, orders }: TicketBodyProps) {
  const { user, can } = useSession();
  const userId = user?.id ?? "";
  const canChangeStatus = can("tickets:change-status");
  const [tab, setTab] = useState<"messages" | "notes" | "tracking" | "order-info">("messages");
  const [writing, setWriting] = useState<Writing>("reply");
  const composer = useRef<ComposerHandle>(null);
  const noteForm = useRef<NoteFormHandle>(null);
  const forwardForm = useRef<ForwardFormHandle>(null);
  const [forwardId, setForwardId] = useState<string | null>(null);
  const group = useId();
  const room = useRoom();
  const reopen = useReopen(ticket.id);
  const archived = isArchived(ticket.status);
  const { nameOf } = useColleagues();
  const { teamName } = useTeams();
  useAnnouncedChanges(ticket, userId, (id) => nameOf(id) ?? teamName(id));
  const ownPresence = useOwnPresence(ticket.id);
  const { reassigned, dismiss: dismissReassigned } = useReassigned(ticket);

  const body = useRef<HTMLDivElement>(null);
  // The dialog opened before the ticket had loaded: now the keys work and Tab goes to the first control, unless the
  // reply already has the focus.
  useEffect(() => {
    if (!body.current?.contains(document.activeElement)) body.current?.focus({ preventScroll: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that archived or reopened the ticket is gone then.
  useEffect(() => {
    if (document.activeElement === document.body) body.current?.focus({ preventScroll: true });
  }, [archived]);

  /** With the focus on the ticket rather than in a field, every key works. */
  const toKeys = () => body.current?.focus({ preventScroll: true });

  function leaveComposer(to: string | null) {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest("[data-composer]")) toKeys();
    walk.onSent(ticket, to);
  }

  /** Focuses the field of a reply, a note or a forward; the notes tab has its own. */
  function write(what: Writing) {
    // The field must exist before it can take the focus.
    flushSync(() => {
      if (what !== "note" || tab !== "notes") setTab("messages");
      setWriting(what);
    });
    ({ reply: composer, note: noteForm, forward: forwardForm })[what].current?.focus();
  }

  function reply(mode: AnswerMode) {
    write("reply");
    composer.current?.prefer(mode);
  }

  function forward(messageId: string | null) {
    setForwardId(messageId);
    write("forward");
  }

  function answer(message: Message, how: MessageAnswer) {
    if (how === "forward") return forward(message.id);
    write("reply");
    composer.current?.answer(message, how);
  }
  const latestAnswer = useRef(answer);
  latestAnswer.current = answer;
  // Stable, so that one change does not redraw four hundred messages.
  const onAnswer = useCallback((message: Message, how: MessageAnswer) => latestAnswer.current(message, how), []);

  const isComposerWanted = useWantedComposer() === ticket.id;
  if (isComposerWanted && tab !== "messages") setTab("messages");
  if (isComposerWanted && writing !== "reply") setWriting("reply");

  useShortcuts(ticketShortcuts, (dialog) => dialog !== null && dialog === body.current?.closest("dialog"), {
    nextTicket: walk.next,
    previousTicket: walk.previous,
    reply: () => reply("reply"),
    replyAll: () => reply("reply-all"),
    forward: ticket.messages.length > 0 ? () => forward(messageAtHand()) : undefined,
    note: () => write("note"),
    status: canChangeStatus ? onUpdateStatus : undefined,
    snooze: onSnooze,
  });

  const details = (
    <TicketDetails
      ticket={ticket}
      room={room}
      orders={orders}
      // Stacked, the tab and the short order would say the same twice.
      onShowTracking={tab === "tracking" && room !== "wide" ? undefined : () => setTab("tracking")}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the fields in it.
    <div
      ref={body}
      tabIndex={-1}
      {...ownPresence}
      onKeyDown={(event) => {
        const { target } = event;
        // The first Escape leaves the field and keeps its text; the second closes the ticket. A dialog above handles
        // its own.
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        if (!(target instanceof HTMLTextAreaElement) || target.closest("dialog") !== body.current?.closest("dialog"))
          return;
        event.preventDefault();
        toKeys();
      }}
      className="flex h-full min-h-0 flex-col outline-none split:grid split:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_360px]"
    >
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto border-line scroll-pb-24 split:border-r">
        <div className="flex min-h-11 flex-col gap-2 overflow-y-auto px-4 py-3 empty:hidden sm:px-5 low:py-2 lowest:py-1 *:shrink-0">
          {ticket.mergedInto !== null && (
            <>
              <MergedNotice ticket={ticket} />
              {/* Texts kept here because a reply to other recipients was begun meanwhile. */}
              <UnsentTextList ticketId={ticket.id} />
            </>
          )}
          {archived && ticket.mergedInto === null && (
            <Banner
              kind="info"
              title="This ticket is archived"
              action={
                canChangeStatus && (
                  <Button
                    size="sm"
                    busy={reopen.isPending}
                    busyText="Reopening..."
                    onClick={reopen.reopen}
                    className="self-center"
                  >
                    Reopen Ticket
                  </Button>
                )
              }
            >
              This ticket has been {ticket.status}. You can view its history but cannot make changes unless reopened.
              {readDraft(draftKey(userId, "reply", ticket.id)).trim() !== "" && (
                <p className="mt-1">Your unsent reply is kept and will be here when the ticket is reopened.</p>
              )}
            </Banner>
          )}
          {ticket.isUnverified && <UnverifiedNotice ticket={ticket} />}
          <WrittenFromNotice ticket={ticket} />
          {orders.notices(ticket)}
          <StatusNotices
            error={status.error}
            onDismiss={() => {
              status.reset();
              body.current?.focus({ preventScroll: true });
            }}
            onAgain={onUpdateStatus}
          />
          {reassigned !== undefined && (
            <ReassignedNotice ticketId={ticket.id} to={reassigned} onDismiss={dismissReassigned} />
          )}
          {reopen.error !== null && (
            <Banner kind="error" onDismiss={reopen.reset}>
              Failed to update ticket: {failureText(reopen.error)}
            </Banner>
          )}
        </div>
        <Tabs
          group={group}
          label="Ticket"
          active={tab}
          onSelect={setTab}
          // Above a phone's keyboard the thread takes the tabs' space.
          className="shrink-0 low:**:[[role=tab]]:py-2 lowest:**:[[role=tab]]:py-1.5 lowest:max-sm:hidden"
          tabs={[
            { id: "messages", label: "Messages", count: ticket.messageCount },
            { id: "notes", label: "Internal Notes", count: ticket.noteCount },
            { id: "tracking", label: "Tracking" },
            { id: "order-info", label: "Order Info" },
          ]}
        />
        {room !== "wide" && details}
        <TabPanel
          group={group}
          id={tab}
          className={cx(
            "flex flex-1 flex-col",
            // Expanded details leave thread and reply their share of the height, less what notices take; the whole ticket scrolls instead.
            tab === "messages"
              ? "min-h-[calc((100dvh-var(--toasts-room,0px))*0.6)] max-sm:min-h-[64cqh] max-sm:lowest:min-h-[56cqh]"
              : "min-h-60 overflow-y-auto",
          )}
        >
          {tab === "messages" && (
            <MessagesTab
              ticket={ticket}
              composer={composer}
              noteForm={noteForm}
              forwardForm={forwardForm}
              forwardId={forwardId}
              onAnswer={onAnswer}
              onForwarded={() => {
                setWriting("reply");
                toKeys();
              }}
              writing={writing}
              onWriting={write}
              tools={tools}
              onSent={leaveComposer}
            />
          )}
          {tab === "notes" && <NotesTab ticket={ticket} form={noteForm} />}
          {tab === "tracking" && orders.tracking(ticket)}
          {tab === "order-info" && orders.orderInfo(ticket)}
        </TabPanel>
      </div>
      {room === "wide" && details}
    </div>
  );
}

/** The id of the message that has the focus, or null. */
function messageAtHand(): string | null {
  return document.activeElement?.closest("[data-is-message]")?.getAttribute("data-entry-id") ?? null;
}
