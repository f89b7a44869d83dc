import { type ComponentProps, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { sharedValue } from "../shared-value.ts";
import { DialogFrame, type DialogFrameProps } from "./dialog-frame.tsx";
import { keepPlaceOfScrollbar, setModalsAside, tabbable, useTopModal } from "./use-modal.ts";

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

/** The panels that are open. While one leaves for another there may be two. */
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
  /** Where focus goes as the panel closes, given what had it before where that is still there. */
  returnFocusTo: (before: HTMLElement | null) => HTMLElement | null;
}

/** What lies on top of every panel, and has Escape for itself. */
const above = "dialog:modal, [popover=auto]:popover-open";

function setUnderPanelsInert(isInert: boolean): void {
  for (const under of document.querySelectorAll<HTMLElement>("[data-under-panels]")) under.inert = isInert;
}

/**
 * Opens a native dialog over the section for as long as it is mounted, and returns what it and the room around it need. What is
 * not modal the browser only shows: this makes the section beneath inert, sets modal dialogs aside that were open before, closes on
 * Escape and by a press beside it, and gives focus back if that was not taken elsewhere meanwhile.
 */
function usePanel({ onClose, returnFocusTo }: PanelOptions): {
  around: ComponentProps<"div">;
  panel: ComponentProps<"dialog">;
} {
  const ref = useRef<HTMLDialogElement>(null);
  const latest = useRef({ onClose, returnFocusTo });
  latest.current = { onClose, returnFocusTo };

  // A layout effect's cleanup runs while the panel is still in the page, and still says whether it has the focus.
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
    const wanted = panel.querySelector<HTMLElement>("[data-autofocus]") ?? (body && tabbable(body)[0]);
    wanted?.focus();
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
    // Before anybody else hears of it: what is closed by this press may be gone by the time it arrives here.
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
        // The focus stays in the panel, which gives it back as it closes.
        if (pressedBeside.current) event.preventDefault();
      },
      // Selecting text may end beside the panel: only a press that began there closes it.
      onClick(event) {
        if (pressedBeside.current && isBeside(event)) onClose();
      },
    },
  };
}
