import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { IconButton } from "../icon-button.tsx";

export interface DialogFrameProps {
  title: ReactNode;
  onClose: () => void;
  /** Shown beside the title: badges. */
  badges?: ReactNode;
  /** Shown at the right of the title, before the close button. */
  actions?: ReactNode;
  /** A second line under the title. */
  subtitle?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
  /** Leaves padding and scrolling to the body. */
  bare?: boolean;
}

/** The content of a dialog or a panel: the title, whose id gives it its name, the close button, the body and the footer. */
export function DialogFrame(props: DialogFrameProps & { titleId: string }) {
  const { titleId, title, onClose, badges, actions, subtitle, footer, children, bare } = props;
  return (
    <>
      <header className="flex shrink-0 flex-col gap-1 border-line border-b px-4 py-3 low:py-1.5 lowest:py-0.5 sm:px-5">
        <div className="flex items-start gap-2.5 max-sm:items-center lowest:items-center">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1.5 py-1 lowest:flex-nowrap lowest:py-0">
            <h2
              id={titleId}
              title={typeof title === "string" ? title : undefined}
              className="line-clamp-2 min-w-0 font-semibold text-lg break-anywhere lowest:line-clamp-1 lowest:max-w-2/3 lowest:shrink-0"
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
    </>
  );
}
