import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Announcer } from "../announcer.tsx";
import { cx } from "../cx.ts";
import { IconButton } from "../icon-button.tsx";
import { useModal } from "./use-modal.ts";

type DialogSize = "sm" | "md" | "lg" | "xl";

const widths: Record<DialogSize, string> = {
  sm: "sm:w-110",
  md: "sm:w-150",
  lg: "sm:w-295",
  xl: "sm:w-330",
};

export interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  size?: DialogSize;
  /** Beside the title: badges. */
  badges?: ReactNode;
  /** At the right of the title, before the close button. */
  actions?: ReactNode;
  /** A second line under the title. */
  subtitle?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
  /** Takes the height of the window, so that the body can lay out panes that scroll by themselves. */
  tall?: boolean;
  /** Leaves padding and scrolling to the body. */
  bare?: boolean;
  returnFocusTo?: () => HTMLElement | null;
}

/**
 * A modal dialog (docs/product.md#dialogs): mount it to open it. Escape, the backdrop and the close button call
 * `onClose`; the element marked `data-autofocus` gets the focus, else the first control of the body. It fills the screen on phones.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, size = "md", badges, actions, subtitle, footer, children, tall, bare, returnFocusTo } = props;
  const titleId = useId();
  const modal = useModal({ onClose, returnFocusTo });
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className={cx(
        "on-raised floats-in m-auto flex h-dvh max-h-dvh w-screen max-w-none flex-col overflow-hidden bg-raised text-ink shadow-dialog",
        "sm:max-h-[calc(100dvh-48px)] sm:max-w-[calc(100vw-48px)] sm:rounded-dialog sm:border sm:border-line",
        tall ? "sm:h-[calc(100dvh-48px)]" : "sm:h-fit",
        widths[size],
      )}
    >
      <header className="flex shrink-0 flex-col gap-1 border-line border-b px-4 py-3 sm:px-5">
        <div className="flex items-start gap-2.5">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1.5 py-1">
            <h2
              id={titleId}
              title={typeof title === "string" ? title : undefined}
              className="line-clamp-2 min-w-0 font-semibold text-lg break-anywhere"
            >
              {title}
            </h2>
            {badges}
          </div>
          <div className="flex shrink-0 items-center gap-2">
            {actions}
            <IconButton label="Close" icon={<X size={18} aria-hidden />} onClick={onClose} />
          </div>
        </div>
        {subtitle !== undefined && <div className="text-soft">{subtitle}</div>}
      </header>
      <div
        data-dialog-body
        className={cx("min-h-0 flex-1", !bare && "overflow-y-auto overscroll-contain px-4 py-4 sm:px-5")}
      >
        {children}
      </div>
      {footer !== undefined && (
        <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3 sm:px-5">
          {footer}
        </footer>
      )}
      <Announcer />
    </dialog>
  );
}
