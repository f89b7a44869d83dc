import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { loadLater } from "../load-later.tsx";
import { useToasts } from "./show-toast.ts";
import { useTopModal, wrapTab } from "./use-modal.ts";

const ToastCard = loadLater(() => import("./toast-card.tsx").then(({ ToastCard }) => ToastCard));

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
    // One that was taken away while it opened is told of next.
    const home = modal?.isConnected ? modal : document.body;
    home.append(host);
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
