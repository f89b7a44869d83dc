import type { ChangeOutcome } from "@deskhand/contract/desk/change-many";
import { X } from "lucide-react";
import { useState } from "react";
import { TicketLink } from "../../../entities/ticket/ticket-link.tsx";
import { counted } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { refusedLabel, refusedOf, resultText } from "./result-words.ts";
import { dismissRun, isUnderWay, type Run, resumeRun, stopRun, undoOf, undoRun } from "./run-change.ts";

/** Shows a bulk change's progress, then its outcome with the actions on it. */
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

/** More are not listed: nobody reads them one by one. */
const MAX_LISTED = 500;

/** Lists the refused tickets with the reasons. */
function RefusedDialog({ refused, onClose }: { refused: readonly ChangeOutcome[]; onClose: () => void }) {
  return (
    <Dialog title={`${counted(refused.length, "ticket")} refused`} onClose={onClose}>
      <ul className="flex flex-col gap-2 text-sm">
        {refused.slice(0, MAX_LISTED).map((each) => (
          <li key={each.id}>
            {each.ticketNumber === null || each.error?.code === "ticket_not_found" ? (
              <span className="text-soft">{refusedLabel(each)}</span>
            ) : (
              // Opening a ticket closes this list.
              <span onClickCapture={onClose}>
                <TicketLink ticketId={each.id} className="text-accent hover:underline">
                  {refusedLabel(each)}
                </TicketLink>
              </span>
            )}{" "}
            {each.error?.message}
          </li>
        ))}
      </ul>
      {refused.length > MAX_LISTED && (
        <p className="mt-3 text-soft text-sm">{`and ${refused.length - MAX_LISTED} more`}</p>
      )}
    </Dialog>
  );
}

/** Shared by the bars at the bottom of the list. */
export const barClass =
  "on-raised floats-in pointer-events-auto flex w-fit max-w-full flex-wrap items-center gap-x-2 gap-y-1.5 rounded-panel border border-line bg-raised py-2 pr-2 pl-3.5 text-ink shadow-float max-sm:w-full lg:min-w-110 lg:max-w-180 xl:max-w-245";
