import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";
import { arrowFocus } from "../form/arrow-keys.ts";
import { ignoreRestOfPress } from "../form/rest-of-press.ts";
import { Popover } from "./popover.tsx";

interface MenuItem {
  /** Unique among the items. */
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  /** A quieter second line. */
  description?: ReactNode;
  isDangerous?: boolean;
  /** Gets the focus when the menu opens, instead of the first item. */
  isFirst?: boolean;
  onChoose: () => void;
}

interface MenuProps extends Pick<ComponentProps<typeof Popover>, "label" | "trigger" | "align" | "className"> {
  items: readonly MenuItem[];
}

/** A list of actions that hangs on a button; arrow keys, Home and End move in it. */
export function Menu({ items, className, ...popover }: MenuProps) {
  const first = Math.max(
    items.findIndex(({ isFirst }) => isFirst),
    0,
  );
  return (
    <Popover {...popover} role="menu" className={cx("p-1", className)}>
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the menu around it has the role; this handles its keys.
        <div role="presentation" onKeyDown={(event) => arrowFocus(event, "[role=menuitem]", { wraps: true })}>
          {items.map(({ id, label, icon, description, isDangerous = false, onChoose }, index) => (
            <button
              key={id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-autofocus={index === first || undefined}
              onClick={() => {
                close();
                // The second half of a double click would press what lies beneath.
                ignoreRestOfPress();
                onChoose();
              }}
              className={cx(
                "flex w-full items-center gap-2 rounded-control px-2.5 py-1.5 text-left focus-visible:outline-offset-[-2px]",
                isDangerous ? "text-red hover:bg-red/10" : "hover:bg-hover",
              )}
            >
              {icon}
              <span className="flex min-w-0 flex-col">
                {label}
                {description !== undefined && <span className="text-soft text-xs">{description}</span>}
              </span>
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
