import { X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "../cx.ts";
import { IconButton } from "../icon-button.tsx";
import { closeToast, type Toast, useToasts } from "./show-toast.ts";
import { wrapTab } from "./tabbable.ts";
import { useTopModal } from "./use-modal.ts";

const SHOWN_MS = 6_000;
const TICK_MS = 200;

/** Shows toasts above everything; the page has one. */
export function Toaster() {
  const toasts = useToasts();
  const modal = useTopModal();
  const [host] = useState(() => document.createElement("div"));

  // Outside of a modal dialog nothing can be reached or heard, so the toasts move into the one on top. They are a popover
  // because only the browser's top layer is above a dialog, and because the dialog would cut them off otherwise.
  useLayoutEffect(() => {
    host.popover = "manual";
    host.className = "toasts";
    (modal ?? document.body).append(host);
    host.showPopover();
    return () => host.remove();
  }, [host, modal]);

  return createPortal(
    <ul
      aria-live="polite"
      aria-label="Just now"
      // The dialog does not hear of keys pressed in here: for React they are no part of it.
      onKeyDown={(event) => event.key === "Tab" && modal !== undefined && wrapTab(modal, event)}
      className="flex flex-col gap-2"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </ul>,
    host,
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, message, icon, onChoose, onDismiss, actions, stays, isFixed } = toast;
  const card = useRef<HTMLLIElement>(null);

  function dismiss() {
    closeToast(id);
    onDismiss?.();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a toast that says something new is shown as long as a new one.
  useEffect(() => {
    if (stays) return;
    let readFor = 0;
    const timer = setInterval(() => {
      // Nobody reads a page that is not looked at: its toasts wait, and so does one that is pointed at or has the focus.
      const waits = document.hidden || card.current?.matches(":hover, :focus-within");
      readFor = waits ? 0 : readFor + TICK_MS;
      if (readFor >= SHOWN_MS) closeToast(id);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [toast]);

  const text = (
    <>
      <span className="mt-0.5 shrink-0 text-accent">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        {message !== undefined && (
          <span className={cx("block text-sm text-soft break-anywhere", !stays && "line-clamp-2")}>{message}</span>
        )}
        {actions}
      </span>
    </>
  );
  return (
    <li
      ref={card}
      aria-atomic
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Else the same press would close the dialog below.
        event.preventDefault();
        if (!isFixed) dismiss();
      }}
      className="on-raised floats-in pointer-events-auto flex items-start rounded-panel border border-line bg-raised text-ink shadow-float"
    >
      {onChoose === undefined ? (
        <div className={cx("flex min-w-0 flex-1 items-start gap-2.5 py-2.5 pl-3.5", isFixed && "pr-3.5")}>{text}</div>
      ) : (
        <button
          type="button"
          onClick={() => {
            dismiss();
            onChoose();
          }}
          className="flex min-w-0 flex-1 items-start gap-2.5 rounded-l-panel py-2.5 pl-3.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
        >
          {text}
        </button>
      )}
      {!isFixed && (
        <IconButton label="Dismiss" size="sm" className="m-1.5" icon={<X size={14} aria-hidden />} onClick={dismiss} />
      )}
    </li>
  );
}
