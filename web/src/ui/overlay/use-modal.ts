import { type ComponentProps, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from "react";
import { sharedValue } from "../shared-value.ts";

/** The open modal dialogs, the top one last. */
const open = sharedValue<readonly HTMLDialogElement[]>([]);

/** Returns the top modal dialog, which makes everything outside inert; undefined if there is none. */
export function useTopModal(): HTMLDialogElement | undefined {
  return open.use().at(-1);
}

/** Reserves the room of the page's scrollbar, which disappears while something lies over the page; call it before opening. */
export function keepPlaceOfScrollbar(): void {
  const page = document.documentElement;
  if (document.querySelector("dialog:modal, [data-under-panels][inert]") !== null) return;
  page.toggleAttribute("data-scrolls", window.innerWidth > page.clientWidth);
}

/**
 * Sets open modal dialogs aside, as something that is not modal would otherwise open below them. The returned function brings
 * back those that still exist.
 */
export function setModalsAside(): () => void {
  const aside = open.get();
  open.set([]);
  for (const dialog of aside) {
    dialog.dataset.aside = "";
    dialog.inert = true;
    dialog.close();
  }
  return () => {
    const left = aside.filter((dialog) => dialog.isConnected);
    for (const dialog of left) {
      delete dialog.dataset.aside;
      dialog.inert = false;
      dialog.showModal();
    }
    open.set([...left, ...open.get()]);
  };
}

interface ModalOptions {
  onClose: () => void;
  /** Returns where focus goes if the element that had it is gone when the dialog closes. */
  returnFocusTo?: (() => HTMLElement | null) | undefined;
}

function isOutside({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/**
 * Opens a native dialog as modal while it is mounted, and returns the handlers it needs. The browser makes the page behind it
 * inert, stacks nested dialogs and closes the top one on Escape; this adds the backdrop, keeps Tab inside and returns the focus.
 */
export function useModal({ onClose, returnFocusTo }: ModalOptions): ComponentProps<"dialog"> {
  const ref = useRef<HTMLDialogElement>(null);
  const fallback = useRef(returnFocusTo);
  fallback.current = returnFocusTo;

  // A layout effect's cleanup runs while the dialog is still in the page, which `close()` needs to return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const before = document.activeElement;
    keepPlaceOfScrollbar();
    // This is a question of a dialog set aside, such as whether to discard what was typed there.
    const around = dialog.parentElement?.closest<HTMLElement>("[data-aside]");
    if (around) around.inert = false;
    dialog.showModal();
    open.set([...open.get(), dialog]);
    const body = dialog.querySelector<HTMLElement>("[data-dialog-body]");
    const initialFocus = dialog.querySelector<HTMLElement>("[data-autofocus]") ?? (body && tabbable(body)[0]);
    initialFocus?.focus();
    return () => {
      open.set(open.get().filter((each) => each !== dialog));
      dialog.close();
      if (around) around.inert = around.dataset.aside !== undefined;
      // The panel above it has the focus.
      if (dialog.dataset.aside !== undefined) return;
      const target = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
      (target ?? fallback.current?.())?.focus();
    };
  }, []);

  const pressedOutside = useRef(false);
  const isOwn = (event: SyntheticEvent<HTMLDialogElement>) => event.target === event.currentTarget;

  return {
    ref,
    onCancel(event) {
      // A file field inside fires its own "cancel", which bubbles up here.
      if (!isOwn(event)) return;
      event.preventDefault();
      onClose();
    },
    onClose(event) {
      const { open, dataset } = event.currentTarget;
      // The browser closes it without asking if Escape is pressed twice in a row.
      if (isOwn(event) && !open && dataset.aside === undefined) onClose();
    },
    onPointerDown(event) {
      pressedOutside.current = isOwn(event) && isOutside(event);
    },
    // Only a press that began outside closes it, as selecting text may end there. It closes on the click, since the press itself
    // would take the focus from where it was returned to. The rest of the double click that opened it does not count.
    onClick(event) {
      if (pressedOutside.current && event.detail < 2 && isOwn(event) && isOutside(event)) onClose();
    },
    onKeyDown(event) {
      const dialog = event.currentTarget;
      if (event.key !== "Tab" || !(event.target instanceof Element) || event.target.closest("dialog") !== dialog)
        return;
      wrapTab(dialog, event);
    },
  };
}

const CANDIDATES = "a[href], button, input, select, textarea, summary, iframe, [tabindex]";

/** Whether Tab stops at an element: it is visible and enabled, and in a radio group it is the chosen one. */
function isTabbable(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(":disabled") || !element.checkVisibility()) return false;
  if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.checked) return true;
  return element.form?.elements.namedItem(element.name) === element;
}

/** Returns the elements inside `root` where Tab stops, in document order. */
export function tabbable(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CANDIDATES)].filter(isTabbable);
}

/** Makes Tab at one end of `root`, or on itself, continue at the other end instead of leaving it. */
export function wrapTab(root: HTMLElement, event: { shiftKey: boolean; preventDefault: () => void }): void {
  const stops = tabbable(root);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge && document.activeElement !== root) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
