import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import type { AttachedResource } from "./reply-draft.ts";

interface StillMentionedProps {
  /** The resource that was taken off the reply last. */
  removed: AttachedResource | null;
  text: string;
  onShow: (start: number, end: number) => void;
  onDismiss: () => void;
}

/** Says that a resource taken off the reply still stands in its text: removing it leaves the text alone (spec part 1, section 2.8). */
export function StillMentioned({ removed, text, onShow, onDismiss }: StillMentionedProps) {
  const start = removed === null ? -1 : text.indexOf(removed.title);
  if (removed === null || start < 0) return null;
  return (
    <Banner
      kind="warning"
      onDismiss={onDismiss}
      action={
        <Button size="sm" onClick={() => onShow(start, start + removed.title.length)}>
          Show
        </Button>
      }
    >
      “{removed.title}” is no longer attached, but your text still mentions it.
    </Banner>
  );
}
