import type { OrderDetail } from "@deskhand/contract/orders";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { buyerEmail } from "../../entities/order/order-buyer.ts";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

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
        <p className="mt-2 flex flex-wrap gap-2">
          <Button disabled icon={<MessagesSquare size={14} aria-hidden />}>
            View Support Tickets
          </Button>
          <Button disabled variant="ghost">
            View All →
          </Button>
        </p>
      </Card>
    );
  }
  const count = active.data.total + archive.data.total;
  if (count === 0) return null;
  // Where all are in the archive, that is where they are seen.
  const search = { customer: email, ...(active.data.total === 0 && { view: "archive" as const }) };
  return (
    <Card title="Support Tickets">
      <p>Customer has {counted(count, "support ticket")}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Link to="/dashboard/tickets" search={search} className={buttonClass("secondary", "md")}>
          <MessagesSquare size={14} aria-hidden />
          View Support Tickets ({count.toLocaleString("en-US")})
        </Link>
        <Link to="/dashboard/tickets" search={search} className={buttonClass("ghost", "md")}>
          View All →
        </Link>
      </p>
    </Card>
  );
}
