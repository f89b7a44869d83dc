import { type ComponentProps, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from "react";
import { sharedValue } from "../shared-value.ts";

/** The modal dialogs that are open, the top one last. */
const open = sharedValue<readonly HTMLDialogElement[]>([]);

/** The modal dialog on top, outside of which nothing can be reached; undefined when there is none. */
export function useTopModal(): HTMLDialogElement | undefined {
  return open.use().at(-1);
}

/** Keeps the room of the page's scrollbar, which goes while something lies over the page; for before it opens. */
export function keepPlaceOfScrollbar(): void {
  const page = document.documentElement;
  if (document.querySelector("dialog:modal, [data-under-panels][inert]") !== null) return;
  page.toggleAttribute("data-scrolls", window.innerWidth > page.clientWidth);
}

/**
 * Has the modal dialogs that are open step aside for what is not modal to open over them: they would lie above it. The
 * returned function brings those back that are still there.
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
  /** Where focus goes when the element that had it is gone by the time the dialog closes. */
  returnFocusTo?: (() => HTMLElement | null) | undefined;
}

function isOutside({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/**
 * Opens a native dialog as modal for as long as it is mounted and returns the handlers it needs. The browser makes the
 * page behind it inert, stacks nested dialogs and closes the top one on Escape; this adds the backdrop, keeps Tab inside,
 * and gives focus back.
 */
export function useModal({ onClose, returnFocusTo }: ModalOptions): ComponentProps<"dialog"> {
  const ref = useRef<HTMLDialogElement>(null);
  const fallback = useRef(returnFocusTo);
  fallback.current = returnFocusTo;

  // A layout effect's cleanup runs while the dialog is still in the page, which `close()` needs to return focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const before = document.activeElement;
    keepPlaceOfScrollbar();
    // A question of a dialog that stepped aside, such as whether to throw away what was typed there.
    const around = dialog.parentElement?.closest<HTMLElement>("[data-aside]");
    if (around) around.inert = false;
    dialog.showModal();
    open.set([...open.get(), dialog]);
    const body = dialog.querySelector<HTMLElement>("[data-dialog-body]");
    const wanted = dialog.querySelector<HTMLElement>("[data-autofocus]") ?? (body && tabbable(body)[0]);
    wanted?.focus();
    return () => {
      open.set(open.get().filter((each) => each !== dialog));
      dialog.close();
      if (around) around.inert = around.dataset.aside !== undefined;
      // What lies over it has the focus.
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
      // A file field inside fires a bubbling "cancel" of its own.
      if (!isOwn(event)) return;
      event.preventDefault();
      onClose();
    },
    onClose(event) {
      const { open, dataset } = event.currentTarget;
      // The browser closes without asking when Escape is pressed twice in a row.
      if (isOwn(event) && !open && dataset.aside === undefined) onClose();
    },
    onPointerDown(event) {
      pressedOutside.current = isOwn(event) && isOutside(event);
    },
    // Only a press that began outside closes: selecting text may well end there. Closing waits for the click, as the
    // press itself would take the focus away from where it was returned to. The rest of the double click that opened it is none.
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

/** Whether the Tab key stops at an element: shown, enabled, and of a radio group only the chosen one. */
function isTabbable(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(":disabled") || !element.checkVisibility()) return false;
  if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.checked) return true;
  return element.form?.elements.namedItem(element.name) === element;
}

/** The elements inside `root` that the Tab key stops at, in document order. */
export function tabbable(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CANDIDATES)].filter(isTabbable);
}

/** Lets a press of Tab at one end of `root`, or on itself, go on at its other end instead of leaving it. */
export function wrapTab(root: HTMLElement, event: { shiftKey: boolean; preventDefault: () => void }): void {
  const stops = tabbable(root);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge && document.activeElement !== root) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
