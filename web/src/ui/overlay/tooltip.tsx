import { cloneElement, type ReactElement, useEffect, useId, useRef } from "react";

interface TooltipProps {
  text: string;
  /** One element that can be focused. */
  children: ReactElement<{ "aria-describedby"?: string }>;
}

const DELAY_MS = 400;

/** Explains a control after a moment's hover, or at once when the keyboard reaches it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function show(delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (anchor.current?.isConnected) tip.current?.showPopover({ source: anchor.current });
    }, delay);
  }

  function hide() {
    clearTimeout(timer.current);
    tip.current?.hidePopover();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the interactive control inside.
    <span
      ref={anchor}
      className="inline-flex min-w-0"
      onPointerEnter={() => show(DELAY_MS)}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show(0)}
      onBlur={hide}
      onPointerDown={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {cloneElement(children, { "aria-describedby": id })}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="hangs hangs-above floats-in max-w-80 rounded-control border border-line bg-hover px-2.5 py-1.5 text-ink text-sm shadow-float"
      >
        {text}
      </span>
    </span>
  );
}
