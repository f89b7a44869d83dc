import { isPressed, isSendKey, shortcuts } from "../../../../lib/shortcuts.ts";
import { Textarea } from "../../../../ui/textarea.tsx";
import type { ReplyInHand } from "./use-composer.ts";

interface ComposerFieldProps {
  composer: ReplyInHand;
  /** The element that counts the characters. */
  countId: string;
  /** Opens the quick picker. */
  onPick: () => void;
}

/** Where the text of the reply is typed; files can be pasted, and keys send it or open the quick picker. */
export function ComposerField({ composer, countId, onPick }: ComposerFieldProps) {
  const { text, setText, isSending } = composer.draft;
  return (
    <Textarea
      ref={composer.field}
      aria-label="Your reply"
      aria-describedby={countId}
      aria-invalid={composer.hasFault || undefined}
      placeholder="Type your response..."
      dir="auto"
      rows={3}
      maxRows={10}
      className="max-h-[26dvh]"
      value={text}
      readOnly={isSending}
      onChange={(event) => setText(event.target.value)}
      onPaste={(event) => {
        const { files: pasted, types } = event.clipboardData;
        // A table is copied as formatted text, as plain text, and as a picture of itself: the text is meant.
        if (pasted.length === 0 || (types.includes("text/plain") && types.includes("text/html"))) return;
        event.preventDefault();
        composer.attach([...pasted]);
      }}
      onKeyDown={(event) => {
        if (isPressed(event, shortcuts.cannedResponse) && text === "") {
          event.preventDefault();
          return onPick();
        }
        if (!isSendKey(event)) return;
        event.preventDefault();
        composer.send(false);
      }}
    />
  );
}
