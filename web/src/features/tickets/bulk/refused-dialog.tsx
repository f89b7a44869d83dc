import type { ChangeOutcome } from "@deskhand/contract/desk/change-many";
import { TicketLink } from "../../../entities/ticket/ticket-link.tsx";
import { counted } from "../../../lib/format.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { refusedLabel } from "./result-words.ts";

/** More are not listed: nobody reads them one by one. */
const MOST = 500;

/** Which tickets were refused, and why. */
export function RefusedDialog({ refused, onClose }: { refused: readonly ChangeOutcome[]; onClose: () => void }) {
  return (
    <Dialog title={`${counted(refused.length, "ticket")} refused`} onClose={onClose}>
      <ul className="flex flex-col gap-2 text-sm">
        {refused.slice(0, MOST).map((each) => (
          <li key={each.id}>
            {each.ticketNumber === null || each.error?.code === "ticket_not_found" ? (
              <span className="text-soft">{refusedLabel(each)}</span>
            ) : (
              // What opens the ticket closes this list.
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
      {refused.length > MOST && <p className="mt-3 text-soft text-sm">{`and ${refused.length - MOST} more`}</p>}
    </Dialog>
  );
}
