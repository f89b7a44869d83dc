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
  /** Cannot be chosen now; its description says why. The focus reaches it, so that screen readers say it too. */
  isOff?: boolean;
  /** Gets the focus when the menu opens, instead of the first item. */
  isFirst?: boolean;
  onChoose: () => void;
}

type PopoverProps = ComponentProps<typeof Popover>;

interface MenuProps extends Pick<PopoverProps, "label" | "trigger" | "align" | "className" | "onOpenChange"> {
  items: readonly MenuItem[];
  /** Stands below the items, such as why some are not known yet. */
  note?: string | undefined;
}

/** A list of actions that hangs on a button; arrow keys, Home and End move in it. */
export function Menu({ items, note, className, ...popover }: MenuProps) {
  const first = Math.max(
    items.findIndex(({ isFirst }) => isFirst),
    0,
  );
  return (
    <Popover {...popover} role="menu" className={cx("p-1", className)}>
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the menu around it has the role; this handles its keys.
        <div role="presentation" onKeyDown={(event) => arrowFocus(event, "[role=menuitem]", { wraps: true })}>
          {items.map(({ id, label, icon, description, isDangerous = false, isOff = false, onChoose }, index) => (
            <button
              key={id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-autofocus={index === first || undefined}
              aria-disabled={isOff || undefined}
              onClick={() => {
                if (isOff) return;
                close();
                // The second half of a double click would press what lies beneath.
                ignoreRestOfPress();
                onChoose();
              }}
              className={cx(
                "flex w-full items-center gap-2 rounded-control px-2.5 py-1.5 text-left focus-visible:outline-offset-[-2px] [&>svg]:shrink-0",
                isOff ? "cursor-not-allowed text-faint" : isDangerous ? "text-red hover:bg-red/10" : "hover:bg-hover",
              )}
            >
              {icon}
              <span className="flex min-w-0 flex-col">
                {label}
                {description !== undefined && <span className="text-soft text-xs">{description}</span>}
              </span>
            </button>
          ))}
          {note !== undefined && (
            <p role="status" className="px-2.5 py-1.5 text-soft text-xs">
              {note}
            </p>
          )}
        </div>
      )}
    </Popover>
  );
}
