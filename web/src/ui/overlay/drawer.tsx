import type { ReactNode } from "react";
import { Announcer } from "../announcer.tsx";
import { useModal } from "./use-modal.ts";

/** A panel that slides in from the left over the page; mount it to open it. Its label is its name for screen readers. */
export function Drawer({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <dialog
      {...useModal({ onClose })}
      aria-label={label}
      className="slides-in m-0 h-dvh max-h-dvh w-70 max-w-[85vw] overflow-y-auto border-line border-r bg-panel text-ink shadow-dialog"
    >
      {children}
      <Announcer />
    </dialog>
  );
}
