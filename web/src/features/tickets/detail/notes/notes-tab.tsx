import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { Lock, NotebookPen } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { activityIcon, activitySentence } from "../../../../entities/ticket/activity-words.ts";
import { isArchived } from "../../../../entities/ticket/ticket-state.ts";
import { api } from "../../../../lib/api.ts";
import { useSession } from "../../../../lib/session.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { cx } from "../../../../ui/cx.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { RelativeTime } from "../../../../ui/time/relative-time.tsx";
import { useRoom } from "../../../../ui/use-room.ts";
import { ShowEarlier, usePaged } from "../thread/use-paged.tsx";
import { NoteCard } from "./note-card.tsx";
import { NoteForm, type NoteFormHandle } from "./note-form.tsx";

interface NotesTabProps {
  ticket: TicketDetail;
  form: RefObject<NoteFormHandle | null>;
}

/** A ticket's internal notes, oldest first, the form for a new one, and the activity trail. */
export function NotesTab({ ticket: { id, notes: newestNotes, hasOlderNotes, status }, form }: NotesTabProps) {
  const { can } = useSession();
  const list = useRef<HTMLOListElement>(null);
  const region = useRef<HTMLElement>(null);
  const paged = usePaged({ items: newestNotes, hasOlder: hasOlderNotes }, (before) =>
    api.messages.listNotes.call({ ticketId: id, before }),
  );
  const notes = paged.items;
  const isWide = useRoom() === "wide";
  const newest = notes.at(-1)?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new note is scrolled to.
  useLayoutEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: "end" });
  }, [newest]);

  return (
    <>
      <div className={cx("min-h-0 flex-1", isWide && "grid grid-cols-[minmax(0,1fr)_272px]")}>
        <section
          ref={region}
          aria-label="Internal Notes"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          className="h-full min-h-0 overflow-y-auto overscroll-contain px-4 py-4 focus-visible:outline-offset-[-2px] sm:px-5"
        >
          <p className="mb-3 flex items-center gap-1.5 text-amber text-xs">
            <Lock size={12} aria-hidden />
            Only colleagues see these notes. They are never sent to the customer.
          </p>
          {notes.length === 0 ? (
            <EmptyState icon={<NotebookPen size={20} aria-hidden />} title="No internal notes yet">
              Notes about this ticket for your colleagues will appear here.
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-3">
              <ShowEarlier paged={paged} region={region}>
                Show earlier notes
              </ShowEarlier>
              <ol ref={list} className="flex flex-col gap-3">
                {notes.map((note) => (
                  <NoteCard key={note.id} note={note} />
                ))}
              </ol>
            </div>
          )}
          {!isWide && <ActivityTrail ticketId={id} className="mt-5 border-line border-t pt-4" />}
        </section>
        {isWide && (
          <ActivityTrail
            ticketId={id}
            className="min-h-0 overflow-y-auto overscroll-contain border-line border-l px-4 py-4"
          />
        )}
      </div>
      {!isArchived(status) && can("messages:add-note") && <NoteForm ref={form} ticketId={id} />}
    </>
  );
}

/** A ticket's activities with their authors, newest first. */
function ActivityTrail({ ticketId, className }: { ticketId: string; className: string }) {
  const { data, error, isPending, refetch } = useQuery(
    api.tickets.activity.queryOptions({ input: { id: ticketId }, refetchOnMount: "always" }),
  );
  return (
    <section
      aria-label="Activity"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className={cx("focus-visible:outline-offset-[-2px]", className)}
    >
      <h3 className="mb-3 font-semibold text-soft text-xs">Activity</h3>
      {isPending && (
        <div aria-hidden className="flex animate-appear-late flex-col gap-3">
          {[1, 2, 3].map((each) => (
            <Skeleton key={each} className="h-8 w-full" />
          ))}
        </div>
      )}
      {data === undefined && <FailureLine error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <ol className="flex flex-col gap-3">
          {data.items.toReversed().map((activity) => {
            const Icon = activityIcon(activity.kind);
            return (
              <li key={activity.id} className="flex items-start gap-2.5 text-sm">
                <Icon size={14} aria-hidden className="mt-0.5 shrink-0 text-faint" />
                <p className="min-w-0 flex-1 text-soft break-anywhere">
                  <bdi className="font-medium text-ink">{shownText(activity.actorName)}</bdi>{" "}
                  {activitySentence(activity)}
                  <RelativeTime at={activity.createdAt} smallest="minute" className="block text-faint text-xs" />
                </p>
              </li>
            );
          })}
        </ol>
      )}
      {data?.hasOlder && <p className="mt-3 text-soft text-xs">What happened before is not shown.</p>}
    </section>
  );
}
