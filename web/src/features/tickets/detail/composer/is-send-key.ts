import type { KeyboardEvent } from "react";
import { isPressed, shortcuts } from "../../../../lib/shortcuts.ts";

/** Whether a key press means "send": Ctrl+Enter, or Cmd+Enter on a Mac; never while a word is being composed. */
export function isSendKey(event: KeyboardEvent): boolean {
  return isPressed(event, shortcuts.send) && !event.nativeEvent.isComposing;
}
