let isUnderWay = false;

/** Whether the field's current input event comes from {@link typeInto} and not from a person. */
export const isTypedInto = () => isUnderWay;

/**
 * Writes into a field as if somebody had typed, replacing its whole text or a part of it, so that the browser's own Undo takes it
 * back. Returns false if the field cannot be typed into now: behind a dialog, or read-only.
 */
export function typeInto(field: HTMLTextAreaElement, text: string, start = 0, end = field.value.length): boolean {
  field.focus({ preventScroll: true });
  if (document.activeElement !== field || field.readOnly) return false;
  field.setSelectionRange(start, end);
  if (field.value.slice(start, end) === text) return true;
  // Only this command can be undone, and no browser will drop it.
  isUnderWay = true;
  try {
    return document.execCommand(text === "" ? "delete" : "insertText", false, text);
  } finally {
    isUnderWay = false;
  }
}
