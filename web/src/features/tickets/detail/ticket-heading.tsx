import { limits } from "@deskhand/contract/limits";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { truncate } from "../../../lib/format.ts";

/** What a ticket is about: its subject, and the start of its description. */
export function TicketHeading({ ticket: { subject, description } }: { ticket: TicketDetail }) {
  const start = truncate(description.replaceAll(/\s+/g, " ").trim(), limits.descriptionOnDetail);
  return (
    <>
      <p dir="auto" className="font-semibold text-ink break-anywhere">
        {subject}
      </p>
      {start !== "" && (
        <p dir="auto" title={start} className="line-clamp-1 text-sm break-anywhere sm:line-clamp-2">
          {start}
        </p>
      )}
    </>
  );
}
