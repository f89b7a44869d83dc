import { type ComponentProps, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { sharedValue } from "../shared-value.ts";
import { DialogFrame, type DialogFrameProps } from "./dialog-frame.tsx";
import { keepPlaceOfScrollbar, setModalsAside, tabbable, useTopModal } from "./use-modal.ts";

interface PanelProps extends DialogFrameProps {
  returnFocusTo: (before: HTMLElement | null) => HTMLElement | null;
}

/**
 * A dialog over the section's content that is not modal (docs/product.md#dialogs), open while it is mounted. The sidebar, the
 * header and the toasts still work, and modal dialogs open above it. Escape, a press on the visible part of the section and the
 * close button call `onClose`; the focus moves as in a modal dialog. It fills the screen below the header on phones.
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

/** What panels open over: while one is open, this cannot be reached and keeps its scroll position. */
export function UnderPanels({ children }: { children: ReactNode }) {
  return <div data-under-panels>{children}</div>;
}

/** The open panels. There may be two while one gives way to another. */
const open = sharedValue<readonly HTMLDialogElement[]>([]);

/** Whether a panel lies over the section. */
export function useHasPanel(): boolean {
  return open.use().length > 0;
}

/** Whether a modal dialog or a panel lies over the section. */
export function useIsCovered(): boolean {
  const hasPanel = useHasPanel();
  return useTopModal() !== undefined || hasPanel;
}

interface PanelOptions {
  onClose: () => void;
  /** Returns where focus goes as the panel closes; `before` had it earlier, null if that is gone. */
  returnFocusTo: (before: HTMLElement | null) => HTMLElement | null;
}

/** What lies above every panel and gets Escape first. */
const above = "dialog:modal, [popover=auto]:popover-open";

function setUnderPanelsInert(isInert: boolean): void {
  for (const under of document.querySelectorAll<HTMLElement>("[data-under-panels]")) under.inert = isInert;
}

/**
 * Opens a native dialog over the section while it is mounted, and returns the props of the dialog and of the element around it.
 * The browser only shows a dialog that is not modal. This makes the section beneath inert, sets open modal dialogs aside, closes
 * on Escape and on a press beside the panel, and returns the focus unless something else took it.
 */
function usePanel({ onClose, returnFocusTo }: PanelOptions): {
  around: ComponentProps<"div">;
  panel: ComponentProps<"dialog">;
} {
  const ref = useRef<HTMLDialogElement>(null);
  const latest = useRef({ onClose, returnFocusTo });
  latest.current = { onClose, returnFocusTo };

  // A layout effect's cleanup runs while the panel is still in the page and can tell whether it has the focus.
  useLayoutEffect(() => {
    const panel = ref.current;
    if (panel === null) return;
    const before = document.activeElement;
    keepPlaceOfScrollbar();
    const bringModalsBack = setModalsAside();
    setUnderPanelsInert(true);
    panel.show();
    open.set([...open.get(), panel]);
    const body = panel.querySelector<HTMLElement>("[data-dialog-body]");
    const initialFocus = panel.querySelector<HTMLElement>("[data-autofocus]") ?? (body && tabbable(body)[0]);
    initialFocus?.focus();
    return () => {
      const hasFocus = panel.contains(document.activeElement) || document.activeElement === document.body;
      open.set(open.get().filter((each) => each !== panel));
      setUnderPanelsInert(open.get().length > 0);
      bringModalsBack();
      panel.close();
      if (!hasFocus) return;
      const target = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
      latest.current.returnFocusTo(target)?.focus();
    };
  }, []);

  useLayoutEffect(() => {
    let isOurs = false;
    // Looks before other handlers do, as one of them may close the layer above the panel.
    function look(event: KeyboardEvent) {
      isOurs = event.key === "Escape" && !event.repeat && !event.isComposing && document.querySelector(above) === null;
    }
    function leave(event: KeyboardEvent) {
      if (!isOurs || event.defaultPrevented) return;
      event.preventDefault();
      latest.current.onClose();
    }
    document.addEventListener("keydown", look, { capture: true });
    document.addEventListener("keydown", leave);
    return () => {
      document.removeEventListener("keydown", look, { capture: true });
      document.removeEventListener("keydown", leave);
    };
  }, []);

  const pressedBeside = useRef(false);
  const isBeside = (event: MouseEvent) => event.target === event.currentTarget;
  return {
    panel: { ref },
    around: {
      onMouseDown(event) {
        pressedBeside.current = isBeside(event);
        // Keeps the focus in the panel, which returns it as it closes.
        if (pressedBeside.current) event.preventDefault();
      },
      // Selecting text may end beside the panel, so only a press that began there closes it.
      onClick(event) {
        if (pressedBeside.current && isBeside(event)) onClose();
      },
    },
  };
}
