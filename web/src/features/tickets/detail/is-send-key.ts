import type { KeyboardEvent } from "react";

/** Whether a key press means "send": Ctrl+Enter, or Cmd+Enter on a Mac; never while a word is being composed. */
export function isSendKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey) && !nativeEvent.isComposing;
}
