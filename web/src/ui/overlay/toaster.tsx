import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { loadLater } from "../load-later.tsx";
import { useToasts } from "./show-toast.ts";
import { useTopModal, wrapTab } from "./use-modal.ts";

const ToastCard = loadLater(() => import("./toast-card.tsx").then(({ ToastCard }) => ToastCard));

/** Shows toasts above everything else; the page has one. */
export function Toaster() {
  const toasts = useToasts();
  const modal = useTopModal();
  const [host] = useState(() => document.createElement("div"));

  // Nothing outside a modal dialog can be reached or heard, so the toasts move into the top one. They are a popover because only
  // the browser's top layer is above a dialog, and because the dialog would clip them otherwise.
  useLayoutEffect(() => {
    host.popover = "manual";
    host.className = "toasts";
    // A dialog removed while it opened is reported only later.
    const home = modal?.isConnected ? modal : document.body;
    home.append(host);
    host.showPopover();
    return () => host.remove();
  }, [host, modal]);

  return createPortal(
    <ul
      aria-live="polite"
      aria-label="Just now"
      // Keeps Tab inside the dialog, which does not receive these keys: React does not count the toasts as part of it.
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
