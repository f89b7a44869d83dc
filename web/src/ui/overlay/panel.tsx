import { type ReactNode, useId } from "react";
import { DialogFrame, type DialogFrameProps } from "./dialog-frame.tsx";
import { usePanel } from "./use-panel.ts";

interface PanelProps extends DialogFrameProps {
  returnFocusTo: (before: HTMLElement | null) => HTMLElement | null;
}

/**
 * A dialog over the section's content that is not modal (docs/product.md#dialogs): mount it to open it. The sidebar, the header
 * and the toasts around it work, and modal dialogs open over it. Escape, what is seen of the section and the close button call
 * `onClose`; the focus goes as in a modal one. It fills the screen under the header on phones.
 */
export function Panel({ returnFocusTo, ...frame }: PanelProps) {
  const titleId = useId();
  const { around, panel } = usePanel({ onClose: frame.onClose, returnFocusTo });
  return (
    <div
      {...around}
      className="fixed inset-x-0 top-14 bottom-0 z-5 flex overflow-hidden bg-veil pb-(--toasts-room,0px) sm:px-3 sm:pt-3 sm:pb-[calc(12px+var(--toasts-room,0px))] short:px-0 short:pt-0 short:pb-(--toasts-room,0px) lg:left-58"
    >
      <dialog
        {...panel}
        aria-labelledby={titleId}
        className="on-raised floats-in @container-[size]/panel relative m-auto flex size-full min-w-0 flex-col overflow-hidden bg-raised text-ink shadow-dialog sm:max-w-content sm:rounded-dialog sm:border sm:border-line short:rounded-none short:border-0"
      >
        <DialogFrame {...frame} titleId={titleId} />
      </dialog>
    </div>
  );
}

/** What panels open over: while one does, it cannot be reached, and stays scrolled as it is. */
export function UnderPanels({ children }: { children: ReactNode }) {
  return <div data-under-panels>{children}</div>;
}
