let isUnderWay = false;

/** Whether what a field tells of now is written by {@link typeInto}, and by nobody's hand. */
export const isTypedInto = () => isUnderWay;

/**
 * Writes into a field as if it had been typed, in place of its whole text or of a part of it: the browser's own Undo takes it
 * back. False where nothing can be typed into it now, as behind a dialog, or while it is read-only.
 */
export function typeInto(field: HTMLTextAreaElement, text: string, start = 0, end = field.value.length): boolean {
  field.focus({ preventScroll: true });
  if (document.activeElement !== field || field.readOnly) return false;
  field.setSelectionRange(start, end);
  if (field.value.slice(start, end) === text) return true;
  // Only this command, which no browser will drop, writes into the browser's list of what can be undone.
  isUnderWay = true;
  try {
    return document.execCommand(text === "" ? "delete" : "insertText", false, text);
  } finally {
    isUnderWay = false;
  }
}
