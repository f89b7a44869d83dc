import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { tabbable } from "./tabbable.ts";

interface ModalOptions {
  onClose: () => void;
  /** Where focus goes when the element that had it is gone by the time the dialog closes. */
  returnFocusTo?: (() => HTMLElement | null) | undefined;
}

interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onPointerDown: (event: PointerEvent<HTMLDialogElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLDialogElement>) => void;
}

/**
 * Opens a native dialog as modal for as long as it is mounted and returns the handlers it needs. The browser makes the
 * page behind it inert, stacks nested dialogs and closes the top one on Escape; this adds the backdrop, keeps Tab inside,
 * and gives focus back.
 */
export function useModal({ onClose, returnFocusTo }: ModalOptions): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  const fallback = useRef(returnFocusTo);
  fallback.current = returnFocusTo;

  // A layout effect's cleanup runs while the dialog is still in the page, which `close()` needs to return focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const before = document.activeElement;
    dialog.showModal();
    const wanted = dialog.querySelector<HTMLElement>("[data-autofocus]");
    if (wanted !== null) wanted.focus();
    return () => {
      dialog.close();
      const target = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
      (target ?? fallback.current?.())?.focus();
    };
  }, []);

  const isOwn = (event: SyntheticEvent<HTMLDialogElement>) => event.target === event.currentTarget;

  return {
    ref,
    onCancel(event) {
      // A file field inside fires a bubbling "cancel" of its own.
      if (!isOwn(event)) return;
      event.preventDefault();
      onClose();
    },
    onClose(event) {
      // The browser closes without asking when Escape is pressed twice in a row.
      if (isOwn(event) && !event.currentTarget.open) onClose();
    },
    onPointerDown(event) {
      if (!isOwn(event)) return;
      const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
      const inside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
      if (!inside) onClose();
    },
    onKeyDown(event) {
      const dialog = event.currentTarget;
      if (event.key !== "Tab" || !(event.target instanceof Element) || event.target.closest("dialog") !== dialog)
        return;
      const stops = tabbable(dialog);
      const edge = event.shiftKey ? stops[0] : stops.at(-1);
      if (document.activeElement !== edge && document.activeElement !== dialog) return;
      event.preventDefault();
      (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
    },
  };
}
