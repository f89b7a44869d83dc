import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { cx } from "../cx.ts";
import { IconButton } from "../icon-button.tsx";
import { closeToast, type Toast } from "./show-toast.ts";

const SHOWN_MS = 6_000;
const TICK_MS = 200;

/** One toast, which closes itself after its time. */
export function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, message, icon, onChoose, onDismiss, actions, stays, isFixed } = toast;
  const card = useRef<HTMLLIElement>(null);

  function dismiss() {
    closeToast(id);
    onDismiss?.();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a toast with new words stays as long as a new one.
  useEffect(() => {
    if (stays) return;
    let readFor = 0;
    const timer = setInterval(() => {
      // A toast waits while nobody looks at the page, or while the pointer or the focus is on it.
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
        <span className="block font-semibold break-anywhere">{title}</span>
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
        // Otherwise the same press would close the dialog below.
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
