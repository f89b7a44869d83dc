import type { Colleague } from "@deskhand/contract/team";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { useSession } from "../../../../lib/session.ts";
import { loadLater } from "../../../../ui/load-later.tsx";
import { findMention, mentionable, withMention } from "./find-mention.ts";
import type { ActiveIds, MentionPickerHandle } from "./mention-picker.tsx";

const MentionPicker = loadLater(() => import("./mention-picker.tsx").then(({ MentionPicker }) => MentionPicker));

/** Offers colleagues' names while `@` and the start of a name are typed into a field. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
  onChosen: (name: string) => void,
) {
  const { user } = useSession();
  const { colleagues } = useColleagues();
  const [typed, setTyped] = useState<{ start: number; end: number } | null>(null);
  const [ids, setIds] = useState<ActiveIds>();
  const picker = useRef<MentionPickerHandle>(null);
  // Preloaded, because the first key after `@` already belongs to the picker.
  useEffect(MentionPicker.preload, []);

  // The text may have been sent or rewritten meanwhile.
  const fragment = typed === null || text[typed.start] !== "@" ? null : text.slice(typed.start + 1, typed.end);
  const found = fragment === null ? [] : mentionable(colleagues, fragment, user?.id ?? "");
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
export function MentionField({
  mentions,
  children,
}: {
  mentions: ReturnType<typeof useMentions>;
  children: ReactNode;
}) {
  return (
    <div className="relative">
      {mentions.picker}
      {children}
    </div>
  );
}
