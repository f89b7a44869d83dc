import type { OrderDetail } from "@deskhand/contract/orders";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { buyerEmail } from "./order-words.ts";

/** The tickets of whoever ordered, by their address, and the way to them. */
export function OrderTickets({ order }: { order: OrderDetail }) {
  const email = buyerEmail(order);
  return email === null ? null : <TicketsOf email={email} />;
}

function TicketsOf({ email }: { email: string }) {
  const active = useQuery(api.tickets.list.queryOptions({ input: { view: "active", customer: email, limit: 1 } }));
  const archive = useQuery(api.tickets.list.queryOptions({ input: { view: "archive", customer: email, limit: 1 } }));
  const error = active.error ?? archive.error;
  if (error !== null) {
    return (
      <FailureBanner
        error={error}
        title="Failed to load tickets"
        onRetry={() => Promise.all([active.refetch(), archive.refetch()])}
      />
    );
  }
  if (active.data === undefined || archive.data === undefined) {
    return (
      <Card title="Support Tickets">
        <p role="status" className="text-soft">
          Loading support tickets...
        </p>
        <Buttons>
          <Button size="sm" disabled icon={<MessagesSquare size={13} aria-hidden />}>
            View Support Tickets
          </Button>
          <Button size="sm" disabled variant="ghost">
            View All →
          </Button>
        </Buttons>
      </Card>
    );
  }
  const archived = archive.data.total;
  // Each number is that of the list it leads to; where all are in the archive, that is where they are seen.
  const isArchive = active.data.total === 0;
  const count = isArchive ? archived : active.data.total;
  if (count === 0) return null;
  const search = { customer: email, ...(isArchive && { view: "archive" as const }) };
  return (
    <Card title="Support Tickets">
      <p>
        <span>Customer has {counted(count, "support ticket")}</span>
        {isArchive && ", archived"}
        {!isArchive && archived > 0 && (
          <>
            {" and "}
            <Link
              to="/dashboard/tickets"
              search={{ customer: email, view: "archive" }}
              className="rounded-tag text-accent underline underline-offset-3"
            >
              {archived.toLocaleString("en-US")} archived
            </Link>
          </>
        )}
      </p>
      <Buttons>
        <Link to="/dashboard/tickets" search={search} className={buttonClass("secondary", "sm")}>
          <MessagesSquare size={13} aria-hidden />
          View Support Tickets ({count.toLocaleString("en-US")})
        </Link>
        <Link to="/dashboard/tickets" search={search} className={buttonClass("ghost", "sm")}>
          View All →
        </Link>
      </Buttons>
    </Card>
  );
}

/** On one line, the second at its end. */
function Buttons({ children }: { children: ReactNode }) {
  return <p className="mt-2 flex flex-wrap items-center justify-between gap-2">{children}</p>;
}
