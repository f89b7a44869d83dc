import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { barClass } from "./bar-class.ts";
import { RefusedDialog } from "./refused-dialog.tsx";
import { refusedOf, resultText } from "./result-words.ts";
import { dismissRun, isUnderWay, type Run, resumeRun, stopRun, undoOf, undoRun } from "./run-change.ts";

/** How far a change of many tickets is, then what became of it, with what can be done about it. */
export function RunBar({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  const { results, items, state, failure, isUndo } = run;
  const refused = refusedOf(results);
  const progress = `${results.length.toLocaleString("en-US")} of ${items.length.toLocaleString("en-US")}`;
  const canUndo = !isUndo && !isUnderWay(run) && (run.isUnsure || undoOf(run).length > 0);
  return (
    <section aria-label="Change of many tickets" className={barClass}>
      <p className="min-w-0 flex-1 text-sm tabular" role={state === "running" ? undefined : "status"}>
        {state === "running" && `${isUndo ? "Changing back" : "Changing"} ${progress} tickets...`}
        {state === "waiting" &&
          `${progress} tickets done. The connection is lost; it goes on once Deskhand is reached.`}
        {state === "stopped" && `Stopped: ${progress} tickets done. ${failure === null ? "" : `${failure}.`}`}
        {state === "done" && <span className="line-clamp-3 break-anywhere">{resultText(run)}</span>}
        {isUnderWay(run) && (
          <progress
            aria-label="Progress"
            className="mt-1 block h-1 w-full accent-accent"
            value={results.length}
            max={items.length}
          />
        )}
      </p>
      {refused.length > 0 && !isUnderWay(run) && (
        <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
          Show refused
        </Button>
      )}
      {isUnderWay(run) && (
        <Button size="sm" onClick={stopRun}>
          Cancel
        </Button>
      )}
      {state === "stopped" && (
        <Button size="sm" onClick={resumeRun}>
          Go on
        </Button>
      )}
      {canUndo && (
        <Button size="sm" onClick={undoRun}>
          Undo
        </Button>
      )}
      {!isUnderWay(run) && (
        <IconButton label="Dismiss" size="sm" icon={<X size={14} aria-hidden />} onClick={dismissRun} />
      )}
      {isOpen && <RefusedDialog refused={refused} onClose={() => setOpen(false)} />}
    </section>
  );
}
