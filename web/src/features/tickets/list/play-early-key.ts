import { textFields } from "../../../lib/use-shortcuts.ts";
import { lastPress } from "../../../ui/form/last-press.ts";

const KEPT_MS = 2_000;

/**
 * Presses again the key that was pressed last, for handlers that have come since: when nobody took it, within two seconds, on the
 * page itself, and when nothing was clicked and no field entered after it. The returned function calls it off.
 */
export function playEarlyKey(): () => void {
  // Once what came with the handlers is drawn.
  const timer = setTimeout(() => {
    const press = lastPress();
    if (!(press instanceof KeyboardEvent) || !press.isTrusted || press.defaultPrevented) return;
    if (press.target !== document.body || press.timeStamp + KEPT_MS < performance.now()) return;
    const target = document.activeElement ?? document.body;
    if (target.matches(textFields)) return;
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = press;
    const again = { key, code, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true };
    target.dispatchEvent(new KeyboardEvent("keydown", again));
  });
  return () => clearTimeout(timer);
}
