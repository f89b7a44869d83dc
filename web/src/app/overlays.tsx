import { useState } from "react";
import { useSession } from "../lib/session.ts";
import { shortcuts } from "../lib/shortcuts.ts";
import { isPageBeside, useShortcuts } from "../lib/use-shortcuts.ts";
import { loadLater } from "../ui/load-later.tsx";
import { useGoKeys } from "./keyboard/use-go-keys.ts";
import { useDialogs } from "./use-dialogs.ts";

const Palette = loadLater(() => import("./palette/palette.tsx").then(({ Palette }) => Palette));
const ShortcutSheet = loadLater(() =>
  import("./keyboard/shortcut-sheet.tsx").then(({ ShortcutSheet }) => ShortcutSheet),
);

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
