import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "./cx.ts";
import { arrowStep } from "./form/arrow-keys.ts";

interface Tab<Id extends string> {
  id: Id;
  label: string;
  count?: number;
}

interface TabsProps<Id extends string> {
  /** Connects tabs with panels: the same `useId()` goes to `Tabs` and `TabPanel`. */
  group: string;
  /** Names the group of tabs for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  active: Id;
  onSelect: (id: Id) => void;
  className?: string;
}

/** A row of tabs; the arrow keys, Home and End move between them. */
export function Tabs<Id extends string>({ group, label, tabs, active, onSelect, className }: TabsProps<Id>) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex((tab) => tab.id === active);
    const next = tabs[arrowStep(event, at, tabs.length, { axis: "horizontal", wraps: true }) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(`${group}-tab-${next.id}`)?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className={cx("flex gap-3 overflow-x-auto border-line border-b px-4 sm:gap-4.5 sm:px-5", className)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${group}-tab-${tab.id}`}
          aria-controls={`${group}-panel-${tab.id}`}
          aria-selected={tab.id === active}
          tabIndex={tab.id === active ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          className={cx(
            // Wider than its words and its line, so that the focus ring touches neither.
            "relative -mx-2 shrink-0 whitespace-nowrap rounded-control px-2 py-2.5 transition-colors duration-120 focus-visible:-outline-offset-5 max-sm:text-sm",
            "after:absolute after:inset-x-2 after:bottom-0 after:h-0.5",
            tab.id === active ? "text-ink after:bg-accent" : "text-soft hover:text-ink",
          )}
        >
          {tab.label}
          {/* The space is spoken, too: without it the name would be "Messages5". */}
          {tab.count !== undefined && <span className="ml-0.5 text-faint tabular"> {tab.count}</span>}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  group: string;
  id: string;
  /** Keeps the panel mounted, with what was typed in it, while another one is shown. */
  hidden?: boolean;
  children: ReactNode;
  className?: string;
}

/** The content of one tab; render it only for the active tab, or hidden. */
export function TabPanel({ group, id, hidden, children, className }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${group}-panel-${id}`}
      hidden={hidden}
      aria-labelledby={`${group}-tab-${id}`}
      className={cx("min-h-0", className)}
    >
      {children}
    </div>
  );
}
