import { sharedValue } from "./shared-value.ts";

const message = sharedValue("");

/** Has a screen reader say `text` without moving the focus. */
export function announce(text: string): void {
  // A screen reader repeats a sentence only if the text differs, so a repetition gets a no-break space.
  message.set(text === message.get() ? `${text}\u00a0` : text);
}

/** The live region that speaks `announce`d text. The page has one, and so has each dialog, as the page behind it is inert. */
export function Announcer() {
  return (
    <div aria-live="polite" aria-atomic className="sr-only">
      {message.use()}
    </div>
  );
}
