import type { TicketDetail } from "@deskhand/contract/tickets";
import { Lock, NotebookPen } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { isArchived } from "../../../../entities/ticket/is-archived.ts";
import { api } from "../../../../lib/api.ts";
import { useSession } from "../../../../lib/session.ts";
import { cx } from "../../../../ui/cx.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { useRoom } from "../../../../ui/use-room.ts";
import { ActivityTrail } from "../facts/activity-trail.tsx";
import { ShowEarlier } from "../thread/show-earlier.tsx";
import { usePaged } from "../thread/use-paged.ts";
import { NoteCard } from "./note-card.tsx";
import { NoteForm, type NoteFormHandle } from "./note-form.tsx";

interface NotesTabProps {
  ticket: TicketDetail;
  form: RefObject<NoteFormHandle | null>;
}

/** The team's notes on a ticket, oldest first, the field for a new one, and what happened to the ticket. */
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="h-full min-h-0 overflow-y-auto overscroll-contain px-4 py-4 focus-visible:outline-offset-[-2px] sm:px-5"
        >
          <p className="mb-3 flex items-center gap-1.5 text-amber text-xs">
            <Lock size={12} aria-hidden />
            Only your team sees these notes. They are never sent to the customer.
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
