import type { ThreadingReason } from "@deskhand/contract/vocabulary";
import { Waypoints } from "lucide-react";
import { Tooltip } from "../../../../ui/tooltip.tsx";
import { threadingWords } from "./threading-words.ts";

/** Tells on hover and focus why a mail is on this ticket. */
export function ThreadingMark({ reason }: { reason: ThreadingReason }) {
  return (
    <Tooltip text={threadingWords[reason]}>
      <button
        type="button"
        aria-label="Why this message is on this ticket"
        className="-my-1 grid size-6 cursor-help place-items-center rounded-control text-faint hover:bg-hover hover:text-soft"
      >
        <Waypoints size={13} aria-hidden />
      </button>
    </Tooltip>
  );
}
