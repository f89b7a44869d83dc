import { limits } from "@deskhand/contract/limits";
import type { Colleague } from "@deskhand/contract/team";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { useTeams } from "../../../../entities/person/use-teams.ts";
import { refreshTicket, showTicket } from "../../../../entities/ticket/ticket-queries.ts";
import { isSendKey } from "../../../../entities/ticket/ticket-shortcuts.ts";
import { api } from "../../../../lib/api.ts";
import { draftKey, readDraft, writeDraft } from "../../../../lib/drafts.ts";
import { failureText, isPassing } from "../../../../lib/failure.ts";
import { failsOffline } from "../../../../lib/retries.ts";
import { useSession } from "../../../../lib/session.ts";
import { useClearWhenOnline, useOnline } from "../../../../lib/use-online.ts";
import { useWhenDone } from "../../../../lib/use-when-done.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { CharacterCount, Textarea } from "../../../../ui/form/textarea.tsx";
import { loadLater } from "../../../../ui/load-later.tsx";
import { useIsLow } from "../../../../ui/use-room.ts";
import { SendingPlace } from "../../sending/sending-place.tsx";
import { useComposed } from "../composer/use-composed.ts";
import { findMention, mentionable, withMention } from "./find-mention.ts";
import type { ActiveIds, MentionPickerHandle } from "./mention-picker.tsx";
import { OnlyYourTeam } from "./note-card.tsx";

export interface NoteFormHandle {
  focus: () => void;
}

interface NoteFormProps {
  ticketId: string;
  /** Starts the line below the text. */
  head?: ReactNode;
  ref: Ref<NoteFormHandle>;
}

/** The form for an internal note, kept in the browser until it is saved. `@` suggests colleagues' names. */
export function NoteForm({ ticketId, head, ref }: NoteFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const userId = useSession().user?.id ?? "";
  const composed = useComposed("note", ticketId, () => null);
  const [notTold, setNotTold] = useState<readonly string[]>([]);
  const cache = useQueryClient();
  const mutationKey = ["note", ticketId];
  const isAdding = useIsMutating({ mutationKey }) > 0;
  const note = useMutation(
    api.messages.addNote.mutationOptions({
      mutationKey,
      ...failsOffline,
      async onSuccess({ notTold, ...saved }, added) {
        setNotTold(notTold);
        await showTicket(cache, ticketId, (ticket) =>
          ticket.notes.some(({ id }) => id === saved.id)
            ? ticket
            : { ...ticket, notes: [...ticket.notes, saved], noteCount: ticket.noteCount + 1 },
        );
        refreshTicket(cache, ticketId);
        // The server had already saved an earlier text under this key; the current one still has to be added.
        if (saved.content.trim() !== added.content) return composed.renewKey();
        composed.forget();
        forgetChosenNames(userId, ticketId);
      },
    }),
  );
  // The form may have closed before the response; the one open then shows what remains.
  useWhenDone(isAdding, composed.sync);
  useClearWhenOnline(useOnline(), note.error, note.reset);
  const isLow = useIsLow();
  const isBlank = composed.text.trim() === "";
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));

  const mentions = useMentions(field, composed.text, composed.setText, (name) =>
    keepChosenName(userId, ticketId, name),
  );

  function add() {
    if (isBlank || composed.isLeft()) return;
    // A second press comes before the button is disabled.
    if (cache.isMutating({ mutationKey }) === 0) {
      const names = chosenNames(userId, ticketId);
      note.mutate({ ticketId, content: composed.text.trim(), idempotencyKey: composed.key(), chosenNames: names });
    }
    field.current?.focus();
  }

  return (
    <form
      aria-label="Internal note"
      className="row-[around/end] flex shrink-0 flex-col gap-2.5 border-amber/25 border-t bg-amber/6 px-4 py-3 low:gap-1.5 low:py-2 lowest:gap-1 lowest:py-1 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {notTold.length > 0 && (
        <Banner kind="warning" onDismiss={() => setNotTold([])}>
          {notToldText(notTold)}
        </Banner>
      )}
      {note.error !== null && (
        <Banner kind="error" onDismiss={note.reset}>
          {`Failed to add internal note: ${failureText(note.error)}`}
        </Banner>
      )}
      {composed.text.includes("@") && <UntoldLater text={composed.text} isTyping={mentions.isOpen} />}
      <MentionField mentions={mentions}>
        <Textarea
          ref={field}
          {...mentions.fieldProps}
          aria-label="Internal note"
          placeholder="Add an internal note..."
          dir="auto"
          rows={isLow ? 1 : 3}
          maxRows={10}
          className="text-room overflow-y-auto!"
          value={composed.text}
          readOnly={isAdding}
          onChange={(event) => {
            composed.setText(event.target.value);
            mentions.look(event.target);
            if (isPassing(note.error)) note.reset();
          }}
          onKeyDown={(event) => {
            if (mentions.press(event)) return;
            if (!isSendKey(event)) return;
            event.preventDefault();
            add();
          }}
        />
      </MentionField>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="empty:hidden lowest:max-sm:hidden">{head}</div>
        <SendingPlace className="max-sm:order-1 max-sm:basis-full lowest:max-sm:basis-0" />
        {composed.text.length > limits.noteLength * 0.9 && (
          <CharacterCount count={composed.text.length} limit={limits.noteLength} />
        )}
      </div>
      <div className="flex items-center justify-between gap-3">
        <OnlyYourTeam />
        <Button type="submit" disabled={isBlank} busy={isAdding} busyText="Adding..." className="ml-auto">
          Add Note
        </Button>
      </div>
    </form>
  );
}

/** Says which of the named colleagues were not notified: inactive, not yet active, or renamed. */
function notToldText(names: readonly string[]): string {
  const all = new Intl.ListFormat("en-US").format(names);
  return names.length === 1
    ? `${all} was not told of your note: no active colleague has this name.`
    : `${all} were not told of your note: no active colleague has these names.`;
}

const keyOf = (userId: string, ticketId: string) => draftKey(userId, "note-names", ticketId);

/** The names chosen for an unsaved note, which may belong to nobody by the time it is added. */
function chosenNames(userId: string, ticketId: string): string[] {
  return readDraft(keyOf(userId, ticketId)).split("\n").filter(Boolean);
}

/** Stores a chosen name beside the note's text. */
function keepChosenName(userId: string, ticketId: string, name: string): void {
  const names = new Set([...chosenNames(userId, ticketId), name]);
  writeDraft(keyOf(userId, ticketId), [...names].slice(-limits.maxPageSize).join("\n"));
}

/** Forgets the chosen names once the note is added. */
function forgetChosenNames(userId: string, ticketId: string): void {
  writeDraft(keyOf(userId, ticketId), "");
}

/** Lists names in a note that notify nobody; loaded once a note mentions somebody. */
export const UntoldLater = loadLater(() => import("./untold-notice.tsx").then(({ UntoldNotice }) => UntoldNotice));

const MentionPicker = loadLater(() => import("./mention-picker.tsx").then(({ MentionPicker }) => MentionPicker));

/** Offers colleagues' names while `@` and the start of a name are typed into a field. */
function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
  onChosen: (name: string) => void,
) {
  const { user } = useSession();
  const { colleagues } = useColleagues();
  const { teams } = useTeams();
  const [typed, setTyped] = useState<{ start: number; end: number } | null>(null);
  const [ids, setIds] = useState<ActiveIds>();
  const picker = useRef<MentionPickerHandle>(null);
  // Preloaded, because the first key after `@` already belongs to the picker.
  useEffect(MentionPicker.preload, []);

  // The text may have been sent or rewritten meanwhile.
  const fragment = typed === null || text[typed.start] !== "@" ? null : text.slice(typed.start + 1, typed.end);
  const found = fragment === null ? [] : mentionable(colleagues, fragment, user?.id ?? "", teams);
  const isOpen = found.length > 0;

  function close() {
    setTyped(null);
    setIds(undefined);
  }

  function choose({ name }: Pick<Colleague, "name">) {
    if (typed === null) return;
    onChosen(name);
    const next = withMention(text, typed, name);
    // The field must hold the name before the caret moves behind it, and both before the next key.
    flushSync(() => {
      setText(next.text);
      close();
    });
    field.current?.focus();
    field.current?.setSelectionRange(next.caret, next.caret);
  }

  return {
    isOpen,
    /** Checks whether a name is being typed at the caret. */
    look({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
      setTyped(selectionStart === selectionEnd ? findMention(value, selectionStart) : null);
    },
    /** Whether the picker handled the key. */
    press(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
      if (!isOpen || event.nativeEvent.isComposing) return false;
      if (event.key === "Escape") close();
      else if (event.ctrlKey || event.metaKey || event.altKey || !picker.current?.press(event.key, event.shiftKey)) {
        // These keys move the caret away from the name.
        if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) close();
        return false;
      }
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    fieldProps: {
      "aria-autocomplete": "list" as const,
      "aria-controls": isOpen ? ids?.list : undefined,
      "aria-activedescendant": isOpen ? ids?.option : undefined,
      onBlur({ currentTarget }: FocusEvent<HTMLTextAreaElement>) {
        // Options get focus only for screen readers; focus returns to the field.
        if (document.activeElement !== currentTarget) close();
      },
    },
    picker: isOpen && (
      <MentionPicker ref={picker} fragment={fragment ?? ""} people={found} onChoose={choose} onActive={setIds} />
    ),
  };
}

/** A field with name suggestions above it. */
function MentionField({ mentions, children }: { mentions: ReturnType<typeof useMentions>; children: ReactNode }) {
  return (
    <div className="relative">
      {mentions.picker}
      {children}
    </div>
  );
}
