import { type ComponentProps, type ReactNode, useId, useRef, useState } from "react";
import { cx } from "../cx.ts";

interface PopoverProps {
  /** Its name for screen readers. */
  label: string;
  /** Renders the button, which spreads the given props. */
  trigger: (props: ComponentProps<"button">) => ReactNode;
  /** Renders the content, only while open; `close` closes it and returns the focus. */
  children: (close: () => void) => ReactNode;
  align?: "start" | "end";
  role?: "dialog" | "menu";
  onOpenChange?: (open: boolean) => void;
  className?: string;
}

/**
 * A panel that hangs on a button. The browser closes it on Escape or a click outside and returns the focus to the button; an
 * element inside with `data-autofocus` gets the focus when it opens.
 */
export function Popover(props: PopoverProps) {
  const { label, trigger, children, align = "end", role = "dialog", onOpenChange, className } = props;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  return (
    <>
      {trigger({ popoverTarget: id, "aria-expanded": open, "aria-controls": id, "aria-haspopup": role })}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is "dialog" or "menu", and both may have a name. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        onBeforeToggle={(event) => {
          if (event.newState !== "open") return;
          setOpen(true);
          onOpenChange?.(true);
        }}
        onToggle={(event) => {
          if (event.newState === "open") {
            panel.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
            return;
          }
          // Only now: the browser returns the focus to the button only while the focused element still exists.
          setOpen(false);
          onOpenChange?.(false);
        }}
        className={cx(
          "on-raised hangs floats-in overflow-y-auto rounded-panel border border-line bg-raised text-ink shadow-float",
          "max-h-[calc(100dvh-80px)] max-w-[calc(100vw-16px)]",
          align === "end" ? "hangs-end" : "hangs-start",
          className,
        )}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
