import { useNavigate } from "@tanstack/react-router";
import { Search, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useOpenTicket } from "../../entities/ticket/ticket-link.tsx";
import { ticketShortcuts } from "../../entities/ticket/ticket-shortcuts.ts";
import { useSession } from "../../lib/session.ts";
import { isPressed, keyNames, shortcuts } from "../../lib/shortcuts.ts";
import { SearchChips, useSearchParts } from "../../screens/search/search-chips.tsx";
import { Announcer, announce } from "../../ui/announcer.tsx";
import { cx } from "../../ui/cx.ts";
import { ComboboxList, useCombobox } from "../../ui/form/combobox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useModal } from "../../ui/overlay/use-modal.ts";
import { OptionRow } from "./option-row.tsx";
import { PaletteNotice, useFound } from "./palette-notice.tsx";
import { type Command, type Option, paletteOptions, resultSentence } from "./palette-options.ts";

interface SearchPaletteProps {
  /** Text typed before it opened. */
  startText: string;
  commands: readonly Command[];
  onClose: () => void;
}

/**
 * Finds tickets, customers, orders and agent resources while typing, and runs commands, all by keyboard
 * (docs/product.md#the-palette).
 */
export function SearchPalette({ startText, commands, onClose }: SearchPaletteProps) {
  const userId = useSession().user?.id ?? "";
  const navigate = useNavigate();
  const { openTicket } = useOpenTicket();
  const openCustomer = useOpenCustomer();
  const openOrder = useOpenOrder();
  const modal = useModal({ onClose });
  const parts = useSearchParts(startText);
  // Enter came before the results: the first one opens as soon as it arrives.
  const [isHurried, setHurried] = useState(false);
  const [recent] = useState(() => readRecentSearches(userId));
  const typed = parts.search;
  const found = useFound(typed);
  const groups = useMemo(
    () => paletteOptions({ typed, commands, recent, found: found.result, resources: found.resources ?? [] }),
    [typed, commands, recent, found.result, found.resources],
  );
  const options = groups.flatMap((group) => group.options);
  const commandCount = options.filter(({ kind }) => kind === "command").length;
  const resourceCount = found.resources?.length ?? 0;
  useEffect(() => {
    if (typed !== "" && found.isCurrent && found.result !== undefined) {
      announce(resultSentence(found.result, commandCount, resourceCount));
    }
  }, [typed, found.isCurrent, found.result, commandCount, resourceCount]);

  function write(next: string) {
    parts.type(next, combobox.inputProps.ref.current?.selectionStart === next.length);
    setHurried(false);
  }

  function leave(go: () => void) {
    keepRecentSearch(userId, typed);
    onClose();
    go();
  }

  function choose(option: Option) {
    if (option.kind === "recent") {
      setHurried(false);
      return parts.reset(option.text);
    }
    if (option.kind === "command") {
      onClose();
      return option.command.run();
    }
    if (option.kind === "ticket") return leave(() => openTicket(option.ticket.id));
    if (option.kind === "all")
      return leave(() => void navigate({ to: "/dashboard/tickets", search: { q: option.text } }));
    if (option.kind === "customer") return leave(() => openCustomer(option.customer.id));
    if (option.kind === "resource") {
      const search = { resourceId: option.resource.id };
      return leave(() => void navigate({ to: "/dashboard/knowledge", search }));
    }
    return leave(() => openOrder(option.order.id));
  }

  const isSettled = found.isCurrent || found.error !== null;
  const combobox = useCombobox({
    label: "Search tickets, customers, orders and commands",
    text: parts.text,
    onText: write,
    groups,
    onChoose: choose,
    isAlwaysOpen: true,
    onKeyDown(event) {
      if (isPressed(event, shortcuts.search)) onClose();
      else if (event.key === "Enter") {
        const isSure = isSettled || (active?.kind === "command" && !isLastCommand(active));
        if (active !== undefined && isSure) choose(active);
        else setHurried(typed !== "");
      } else if (!parts.takeLast(event)) return;
      event.preventDefault();
    },
  });
  const { active } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pending Enter waits for the results alone.
  useEffect(() => {
    if (!isHurried || !isSettled) return;
    setHurried(false);
    if (active !== undefined && found.error === null && !isLastCommand(active)) choose(active);
  }, [isHurried, isSettled]);

  return (
    <dialog
      {...modal}
      aria-label="Search"
      className="on-raised floats-in mx-auto mt-0 mb-auto flex h-dvh max-h-dvh w-screen max-w-none flex-col overflow-hidden bg-raised text-ink shadow-dialog sm:mt-[10vh] sm:h-fit sm:max-h-[76vh] sm:w-170 sm:max-w-[calc(100vw-48px)] sm:rounded-dialog sm:border sm:border-line"
    >
      <div className="flex h-13 shrink-0 items-center gap-2.5 border-line border-b pr-2 pl-4">
        <Search size={17} aria-hidden className="shrink-0 text-soft" />
        <input
          {...combobox.inputProps}
          data-autofocus
          enterKeyHint="go"
          placeholder="Search tickets, customers, orders..."
          maxLength={parts.room}
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <IconButton label="Close search" icon={<X size={17} aria-hidden />} onClick={onClose} />
      </div>
      <SearchChips
        chips={parts.chips}
        onRemove={parts.remove}
        field={combobox.inputProps.ref}
        className="shrink-0 border-line border-b px-4 py-2"
      />
      <PaletteNotice found={found} typed={typed} hasOptions={options.length > 0} />
      <ComboboxList
        parts={combobox.parts}
        label="Results"
        isOutdated={!isSettled}
        className="min-h-0 flex-1 scroll-py-2 p-2"
        optionClass="min-h-9 touch:min-h-11"
        renderOption={(option) => (
          <span
            className={cx(
              "flex min-w-0 flex-1 items-center gap-2.5",
              !isSettled && option.kind !== "command" && "opacity-60",
            )}
          >
            <OptionRow option={option} typed={found.result?.shownFor ?? (found.isCurrent ? typed : found.foundBy)} />
          </span>
        )}
      />
      <PaletteFooter />
      <Announcer />
    </dialog>
  );
}

/** Commands that must be seen before they are chosen. */
function isLastCommand(option: Option): boolean {
  return option.kind === "command" && option.command.isLast === true;
}

const hints = { move: ["↑", "↓"], open: keyNames(ticketShortcuts.open), close: keyNames(shortcuts.close) };

/** The palette's keys, on devices with a keyboard. */
function PaletteFooter() {
  return (
    <div aria-hidden className="flex shrink-0 gap-4 border-line border-t px-4 py-2 text-faint text-xs max-sm:hidden">
      {Object.entries(hints).map(([what, keys]) => (
        <span key={what} className="flex items-center gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          <span className="ml-0.5">{what}</span>
        </span>
      ))}
    </div>
  );
}

/** Opens a customer's dialog over the current section. */
function useOpenCustomer(): (customerId: string) => void {
  const navigate = useNavigate();
  return (customerId) =>
    void navigate({ to: ".", search: (search) => ({ ...search, customerId }), resetScroll: false });
}

/** Opens an order's dialog over the current section. */
function useOpenOrder(): (orderId: string) => void {
  const navigate = useNavigate();
  return (orderId) => void navigate({ to: ".", search: (search) => ({ ...search, orderId }), resetScroll: false });
}

const PREFIX = "deskhand-recent-searches";
const MAX_RECENT = 5;

const keyOf = (userId: string) => `${PREFIX}:${userId}`;

/** Returns the user's recent searches in this browser, latest first. */
export function readRecentSearches(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, MAX_RECENT) : [];
  } catch {
    // Storage is disabled or holds foreign data.
    return [];
  }
}

/** Stores a search that led somewhere. Repeats and its beginnings are stored once. */
export function keepRecentSearch(userId: string, typed: string): void {
  const text = typed.trim();
  if (text === "") return;
  const isSame = (other: string) => text.toLowerCase().startsWith(other.toLowerCase());
  const others = readRecentSearches(userId).filter((other) => !isSame(other));
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([text, ...others].slice(0, MAX_RECENT)));
  } catch {
    // Storage is full or disabled; recent searches are only a convenience.
  }
}
