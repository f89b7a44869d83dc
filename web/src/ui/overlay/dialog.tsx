import { type ReactNode, useEffect, useId, useRef } from "react";
import { Announcer } from "../announcer.tsx";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { ignoreRestOfPress } from "../form/rest-of-press.ts";
import { DialogFrame, type DialogFrameProps } from "./dialog-frame.tsx";
import { useModal } from "./use-modal.ts";

type DialogSize = "sm" | "md" | "lg" | "xl";

const widths: Record<DialogSize, string> = {
  sm: "sm:w-110",
  md: "sm:w-150",
  lg: "sm:w-295",
  xl: "sm:w-330",
};

interface DialogProps extends DialogFrameProps {
  size?: DialogSize;
  /** Takes the window's height, so that the body can have panes that scroll by themselves. */
  tall?: boolean;
  returnFocusTo?: () => HTMLElement | null;
}

/**
 * A modal dialog (docs/product.md#dialogs), open while it is mounted. Escape, the backdrop and the close button call `onClose`;
 * the element with `data-autofocus` gets the focus, or else the first control of the body. It fills the screen on phones.
 */
export function Dialog({ size = "md", tall, returnFocusTo, ...frame }: DialogProps) {
  const titleId = useId();
  const modal = useModal({ onClose: frame.onClose, returnFocusTo });
  const wasPressed = useRef(false);
  // The second half of a double click that closed it would press what lies beneath.
  useEffect(() => () => void (wasPressed.current && ignoreRestOfPress()), []);
  return (
    <dialog
      {...modal}
      onPointerDownCapture={() => {
        wasPressed.current = true;
      }}
      onKeyDownCapture={() => {
        wasPressed.current = false;
      }}
      aria-labelledby={titleId}
      className={cx(
        "on-raised floats-in set-aside bottom-(--toasts-room,0px) m-auto flex h-[calc(100dvh-var(--toasts-room,0px))] max-h-[calc(100dvh-var(--toasts-room,0px))] w-screen max-w-none flex-col overflow-hidden bg-raised text-ink shadow-dialog",
        "sm:max-h-[calc(100dvh-48px-var(--toasts-room,0px))] sm:max-w-[calc(100vw-48px)] sm:rounded-dialog sm:border sm:border-line",
        tall ? "sm:h-[calc(100dvh-48px-var(--toasts-room,0px))]" : "sm:h-fit",
        widths[size],
      )}
    >
      <DialogFrame {...frame} titleId={titleId} />
      <Announcer />
    </dialog>
  );
}

interface DangerDialogProps extends Pick<DialogProps, "title" | "onClose" | "children"> {
  /** The label of the button that confirms; `busyText` replaces it meanwhile. */
  confirmText: string;
  busyText: string;
  isBusy: boolean;
  onConfirm: () => void;
}

/** Asks before something that cannot be undone; the focus is on "Cancel". */
export function DangerDialog({ confirmText, busyText, isBusy, onConfirm, children, ...dialog }: DangerDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="sm"
      footer={
        <>
          <Button data-autofocus disabled={isBusy} onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isBusy} busyText={busyText} onClick={onConfirm}>
            {confirmText}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">{children}</div>
    </Dialog>
  );
}

/** A panel that slides in from the left over the page, open while it is mounted. Screen readers hear its label as its name. */
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
