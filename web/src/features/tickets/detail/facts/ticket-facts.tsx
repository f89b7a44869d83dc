import type { TicketDetail } from "@deskhand/contract/tickets";
import { counted, formatDateTime } from "../../../../lib/format.ts";
import { Card } from "../../../../ui/card.tsx";

/** The cards Customer, Created and Messages of a ticket (spec part 1, section 2.8). */
export function TicketFacts({ ticket: { customer, createdAt, messageCount } }: { ticket: TicketDetail }) {
  const name = customer?.name?.trim() || null;
  const email = customer?.email?.trim() || null;
  return (
    <div className="grid grid-cols-[1.45fr_1fr] gap-3 sm:grid-cols-[1.4fr_1fr_1fr] split:grid-cols-[1.45fr_1fr]">
      <Card title="Customer" className="col-span-2 sm:col-span-1 split:col-span-2">
        <p className="font-semibold break-anywhere">
          <bdi>{name ?? email ?? "Unknown Customer"}</bdi>
        </p>
        {name !== null && email !== null && <p className="text-sm text-soft break-anywhere">{email}</p>}
      </Card>
      <Card title="Created">
        <time dateTime={createdAt} className="text-sm tabular">
          {formatDateTime(createdAt)}
        </time>
      </Card>
      <Card title="Messages">
        <p className="text-sm tabular">{counted(messageCount, "message")}</p>
      </Card>
    </div>
  );
}
