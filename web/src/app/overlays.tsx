import { useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import { useSession } from "../lib/session.ts";
import { dialogOf, isPageBeside, isPressed, isTyping, shortcuts, useShortcuts } from "../lib/shortcuts.ts";
import { loadLater } from "../ui/load-later.tsx";
import { useDialogs } from "./address.ts";
import { goKey, offeredSections, sections } from "./sections.ts";

const Palette = loadLater(() => import("./palette.tsx").then(({ Palette }) => Palette));
const ShortcutSheet = loadLater(() => import("./shortcut-sheet.tsx").then(({ ShortcutSheet }) => ShortcutSheet));

interface OverlaysProps {
  /** What the search was opened with; null while it is closed. */
  searchText: string | null;
  /** Opens the search with a text, or closes it. */
  onSearch: (text: string | null) => void;
  onLogout: () => void;
}

/** What opens over every section, by keys or from the header: the search with its commands, and the sheet of all keys. */
export function Overlays({ searchText, onSearch, onLogout }: OverlaysProps) {
  const { user, can } = useSession();
  const open = useDialogs();
  const [isSheetOpen, setSheetOpen] = useState(false);

  useGoKeys();
  useShortcuts(shortcuts, isForPage, {
    search: () => onSearch(""),
    searchPlain: () => onSearch(""),
    sheet: () => setSheetOpen(true),
    newTicket: can("tickets:create") ? () => open({ new: "ticket" }) : undefined,
  });

  return (
    <>
      {searchText !== null && user !== null && (
        <Palette
          startText={searchText}
          onShowKeys={() => setSheetOpen(true)}
          onLogout={onLogout}
          onClose={() => onSearch(null)}
        />
      )}
      {isSheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
    </>
  );
}

/** The page itself with what lies beside it, or a modal dialog that leaves these keys to the page, as a customer's does. */
function isForPage(dialog: Element | null): boolean {
  return isPageBeside(dialog) || dialog?.querySelector("[data-page-shortcuts]") != null;
}

const PATIENCE_MS = 1_500;

/** `g` and then a section's letter leads to it, from anywhere but a field or a modal dialog. */
function useGoKeys(): void {
  const navigate = useNavigate();
  const offered = offeredSections(useSession().can);
  const latest = useRef({ navigate, offered });
  latest.current = { navigate, offered };

  // Before the browser paints, so that no key is missed of what is already to be seen.
  useLayoutEffect(() => {
    let until = 0;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === "Shift") return;
      const isSecond = event.timeStamp < until;
      until = 0;
      if (event.repeat || isTyping(event) || !isPageBeside(dialogOf(event))) return;
      if (isSecond) {
        const section = latest.current.offered.find((id) => isPressed(event, sections[id]));
        if (section !== undefined) {
          event.preventDefault();
          // The letter has another meaning by itself.
          event.stopPropagation();
          void latest.current.navigate({ to: sections[section].path });
          return;
        }
      }
      if (isPressed(event, { key: goKey })) until = event.timeStamp + PATIENCE_MS;
    }
    // Before anything else hears of the second letter.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}
