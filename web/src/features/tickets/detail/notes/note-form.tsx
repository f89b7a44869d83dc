import { limits } from "@deskhand/contract/limits";
import { type Ref, useImperativeHandle, useRef } from "react";
import { failureText, isPassing } from "../../../../lib/failure.ts";
import { useOnline } from "../../../../lib/use-online.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { CharacterCount } from "../../../../ui/character-count.tsx";
import { Textarea } from "../../../../ui/textarea.tsx";
import { isSendKey } from "../composer/is-send-key.ts";
import { useClearWhenOnline } from "../composer/use-clear-when-online.ts";
import { useComposed } from "../composer/use-composed.ts";
import { useAddNote } from "./use-add-note.ts";

export interface NoteFormHandle {
  focus: () => void;
}

/** Where an internal note is written; it stays in the browser until it is saved. */
export function NoteForm({ ticketId, ref }: { ticketId: string; ref: Ref<NoteFormHandle> }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const composed = useComposed("note", ticketId, () => null);
  const note = useAddNote(ticketId, composed);
  useClearWhenOnline(useOnline(), note.error, note.clearError);
  const isBlank = composed.text.trim() === "";
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));

  function add() {
    if (isBlank) return;
    note.add();
    field.current?.focus();
  }

  return (
    <form
      aria-label="Internal note"
      className="flex shrink-0 flex-col gap-2.5 border-amber/25 border-t bg-amber/6 px-4 py-3 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {note.error !== null && (
        <Banner kind="error" onDismiss={note.clearError}>
          {`Failed to add internal note: ${failureText(note.error)}`}
        </Banner>
      )}
      <Textarea
        ref={field}
        aria-label="Internal note"
        placeholder="Add an internal note..."
        dir="auto"
        rows={3}
        maxRows={10}
        value={composed.text}
        readOnly={note.isAdding}
        onChange={(event) => {
          composed.setText(event.target.value);
          if (isPassing(note.error)) note.clearError();
        }}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          add();
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        {composed.text.length > limits.noteLength * 0.9 && (
          <CharacterCount count={composed.text.length} limit={limits.noteLength} className="mr-auto" />
        )}
        <Button type="submit" disabled={isBlank} busy={note.isAdding} busyText="Adding...">
          Add Note
        </Button>
      </div>
    </form>
  );
}
