import type { ReactNode } from "react";
import { Announcer } from "../announcer.tsx";
import { useModal } from "./use-modal.ts";

interface DrawerProps {
  /** Its name for screen readers. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel that slides in from the left over the page; mount it to open it. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const modal = useModal({ onClose });
  return (
    <dialog
      {...modal}
      aria-label={label}
      className="slides-in m-0 h-dvh max-h-dvh w-70 max-w-[85vw] overflow-y-auto border-line border-r bg-panel text-ink shadow-dialog"
    >
      {children}
      <Announcer />
    </dialog>
  );
}
