import { limits } from "@deskhand/contract/limits";
import type { TicketTracking, TrackingNote } from "@deskhand/contract/tracking";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isSendKey } from "../../entities/ticket/ticket-shortcuts.ts";
import { api } from "../../lib/api.ts";
import { draftKey, useDraft } from "../../lib/drafts.ts";
import { failureText } from "../../lib/failure.ts";
import { formatDateTime } from "../../lib/format.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CharacterCount, Textarea } from "../../ui/form/textarea.tsx";

interface TrackingNotesProps {
  ticketId: string;
  tracking: Pick<TicketTracking, "notes" | "hasOlderNotes">;
  isEditable: boolean;
}

/** Colleagues' notes on the ticket's parcel, oldest first. */
export function TrackingNotes({ ticketId, tracking, isEditable }: TrackingNotesProps) {
  const { notes, hasOlderNotes } = tracking;
  const older = useOlderNotes(ticketId);
  const newestIds = new Set(notes.map(({ id }) => id));
  const allNotes = [...older.notes.filter(({ id }) => !newestIds.has(id)), ...notes];
  const hasOlder = older.hasOlder ?? hasOlderNotes;
  return (
    <Card title="Tracking Notes">
      {hasOlder && allNotes[0] && (
        <Button
          size="sm"
          className="mb-3"
          busy={older.isLoading}
          busyText="Loading..."
          onClick={() => older.load(allNotes[0]?.id)}
        >
          Show earlier notes
        </Button>
      )}
      {allNotes.length === 0 ? (
        <p className="text-sm text-soft">No tracking notes yet</p>
      ) : (
        <ol aria-label="Tracking Notes" className="flex flex-col gap-2.5">
          {allNotes.map(({ id, authorName, createdAt, content }) => (
            <li key={id} className="text-sm">
              <p className="flex flex-wrap justify-between gap-x-3 text-soft text-xs">
                <bdi className="font-medium text-ink">{authorName}</bdi>
                <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              </p>
              <p dir="auto" className="whitespace-pre-wrap break-anywhere">
                {content}
              </p>
            </li>
          ))}
        </ol>
      )}
      {isEditable && <NoteForm ticketId={ticketId} />}
    </Card>
  );
}

function useOlderNotes(ticketId: string) {
  const [state, setState] = useState<{ notes: TrackingNote[]; hasOlder: boolean | undefined }>({
    notes: [],
    hasOlder: undefined,
  });
  const page = useMutation({
    mutationFn: (before: string) => api.tracking.listNotes.call({ ticketId, before }),
    ...failsOffline,
    onSuccess: ({ items, hasOlder }) => setState(({ notes }) => ({ notes: [...items, ...notes], hasOlder })),
  });
  return {
    ...state,
    isLoading: page.isPending,
    load: (before: string | undefined) => before !== undefined && !page.isPending && page.mutate(before),
  };
}

function NoteForm({ ticketId }: { ticketId: string }) {
  const cache = useQueryClient();
  const { user } = useSession();
  const [text, setText] = useDraft(draftKey(user?.id ?? "", "tracking-note", ticketId));
  // One key until the note is saved, so that a repeated request adds it once.
  const key = useRef(newKey());
  const isBlank = text.trim() === "";
  const add = useMutation(
    api.tracking.addNote.mutationOptions({
      ...failsOffline,
      onSuccess() {
        key.current = newKey();
        setText("");
        void cache.invalidateQueries({ queryKey: api.tracking.ofTicket.key({ input: { ticketId } }) });
      },
    }),
  );

  function submit() {
    if (isBlank || add.isPending) return;
    add.mutate({ ticketId, content: text.trim(), idempotencyKey: key.current });
  }

  return (
    <form
      aria-label="Tracking note"
      className="mt-3 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {add.error !== null && (
        <Banner kind="error" onDismiss={add.reset}>{`Failed to add tracking note: ${failureText(add.error)}`}</Banner>
      )}
      <Textarea
        aria-label="Tracking note"
        placeholder="Add a tracking note..."
        dir="auto"
        rows={2}
        maxRows={8}
        readOnly={add.isPending}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          // An edited text is another note.
          if (add.isError) add.reset();
          key.current = newKey();
        }}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          submit();
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {text.length > limits.trackingNoteLength * 0.9 && (
          <CharacterCount count={text.length} limit={limits.trackingNoteLength} className="mr-auto" />
        )}
        <Button type="submit" disabled={isBlank} busy={add.isPending} busyText="Adding...">
          Add Note
        </Button>
      </div>
    </form>
  );
}
