import { Button } from "../../../ui/button.tsx";
import { isRepeatedClick } from "../../../ui/form/is-repeated-click.ts";
import type { Held } from "./held-store.ts";
import { useSecondsTo } from "./use-seconds-to.ts";

interface SendingToastProps {
  reply: Held;
  /** Absent while a request is under way. */
  onUndo?: () => void;
  onSendNow?: () => void;
}

/** How long a reply can still be undone, and the ways to do so or not to wait. */
export function SendingToast({ reply, onUndo, onSendNow }: SendingToastProps) {
  const { phase, due } = reply;
  const seconds = useSecondsTo(due);
  return (
    <>
      {phase === "lost" && <p className="text-sm text-soft">Deskhand could not be reached.</p>}
      {phase === "offline" && <p className="text-sm text-soft">It is sent once you are online again.</p>}
      <p className="mt-1.5 flex items-center gap-2">
        {onUndo !== undefined && (
          <Button size="sm" onClick={onUndo}>
            Undo
          </Button>
        )}
        {onSendNow !== undefined && phase !== "offline" && (
          <Button size="sm" variant="ghost" onClick={(event) => isRepeatedClick(event) || onSendNow()}>
            Send now
          </Button>
        )}
        {/* A reader would hear each second. */}
        {phase === "waiting" && (
          <span aria-hidden className="ml-auto text-soft text-sm tabular">
            {seconds} s
          </span>
        )}
      </p>
    </>
  );
}
