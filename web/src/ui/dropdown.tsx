import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Popover, type PopoverTriggerProps } from "./popover.tsx";

export interface DropdownItem {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
}

interface DropdownProps {
  label: string;
  trigger: (props: PopoverTriggerProps) => ReactNode;
  items: readonly DropdownItem[];
  align?: "start" | "end";
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
  const at = items.findIndex((item) => item.matches(":focus"));
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  items.at(step % items.length)?.focus();
}

/** A menu hung on a button; arrow keys, Home and End move through it. */
export function Dropdown({ label, trigger, items, align = "end" }: DropdownProps) {
  const first = items.find((item) => item.disabled !== true)?.id;
  return (
    <Popover label={label} trigger={trigger} align={align} role="menu" className="min-w-45 p-1">
      {(close) => (
        <div role="none" onKeyDown={moveFocus}>
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="menuitem"
              disabled={item.disabled}
              data-autofocus={item.id === first || undefined}
              onClick={() => {
                close();
                item.onSelect();
              }}
              className={cx(
                "flex w-full items-center gap-2 rounded-control px-2.5 py-1.5 text-left outline-none focus:bg-hover enabled:hover:bg-hover disabled:opacity-55",
                item.danger === true && "text-red",
              )}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
