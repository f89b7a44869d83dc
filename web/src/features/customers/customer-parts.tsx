import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { CustomerDetail } from "@deskhand/contract/customers";
import type { CustomerOrder } from "@deskhand/contract/orders";
import type { TicketCard } from "@deskhand/contract/tickets";
import { type TicketView, ticketLabel } from "@deskhand/contract/vocabulary";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TicketPlus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { OrderBadges } from "../../entities/order/order-badges.tsx";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { StatusPill, subjectOnCard } from "../../entities/ticket/ticket-pills.tsx";
import { api } from "../../lib/api.ts";
import { counted, formatDate, formatMoney } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card, Fact, Facts } from "../../ui/card.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RelativeTime } from "../../ui/time/relative-time.tsx";
import { dateOrNever, StoreBadge } from "./customer-words.tsx";

/** A customer's orders from the store's platform, newest first. */
export function CustomerOrders({ customer: { id: customerId, orderCount } }: { customer: CustomerDetail }) {
  const input = { customerId };
  const { items, error, hasMore, isLoading, loadMore, retry } = usePages({
    queryKey: api.orders.ofCustomer.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.orders.ofCustomer.call({ ...input, ...page }, { signal }),
  });
  return (
    <CustomerPart title="Orders" count={orderCount}>
      <FailureBanner error={error} title="Failed to load orders" onRetry={retry} className="m-3" />
      {items === undefined && error === null && <Skeleton className="mx-4 my-3 h-3 w-3/5" />}
      {items?.length === 0 && <EmptyPart>No orders of this customer are known here.</EmptyPart>}
      {items !== undefined && items.length > 0 && (
        <ul aria-label="Orders" className="divide-y divide-line">
          {items.map((order) => (
            <OrderLine key={order.id} order={order} />
          ))}
        </ul>
      )}
      {hasMore && (
        <p className="flex justify-center border-line border-t p-2">
          <Button size="sm" variant="ghost" aria-busy={isLoading} onClick={loadMore}>
            {isLoading ? "Loading..." : "Show more"}
          </Button>
        </p>
      )}
    </CustomerPart>
  );
}

function OrderLine({ order }: { order: CustomerOrder }) {
  return (
    <li
      data-order={order.id}
      className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 transition-colors duration-120 hover:on-raised hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2"
    >
      <OrderLink orderId={order.id} inside="customerId" className="font-[550] in-line covers">
        Order <bdi className="tabular">{order.name}</bdi>
      </OrderLink>
      <span className="flex min-w-0 flex-wrap gap-1.5">
        <OrderBadges payment={order.financialStatus} fulfillment={order.fulfillmentStatus} />
      </span>
      <span className="ml-auto text-sm text-soft tabular">
        {counted(order.itemCount, "item")} · {formatDate(order.createdAt)}
      </span>
      <span className="min-w-20 text-right font-medium tabular">{formatMoney(order.totalPrice, order.currency)}</span>
    </li>
  );
}

interface CustomerTicketsProps {
  customer: CustomerDetail;
  /** Absent without permission. */
  onCreateTicket: (() => void) | undefined;
}

/** How many active and how many archived tickets are shown here. The ticket list shows all. */
const SHOWN = 5;

/** A customer's newest tickets, active ones first. */
export function CustomerTickets({ customer: { email, ticketCount }, onCreateTicket }: CustomerTicketsProps) {
  return (
    <CustomerPart
      title="Tickets"
      count={ticketCount}
      aside={
        email !== null &&
        onCreateTicket !== undefined && (
          <Button size="sm" onClick={onCreateTicket}>
            Create Ticket
          </Button>
        )
      }
    >
      {email === null ? (
        <EmptyPart>A ticket needs an e-mail address, and this customer has none.</EmptyPart>
      ) : ticketCount === 0 ? (
        <EmptyPart>This customer has no tickets.</EmptyPart>
      ) : (
        <div>
          <TicketsOf email={email} view="active" />
          <TicketsOf email={email} view="archive" />
        </div>
      )}
    </CustomerPart>
  );
}

const viewWords: Record<TicketView, string> = { active: "Active tickets", archive: "Archived tickets" };

/** The newest tickets of one view; nothing if it has none. */
function TicketsOf({ email, view }: { email: string; view: TicketView }) {
  const input = { view, customer: email, limit: SHOWN };
  const { data, error, refetch } = useQuery(
    api.tickets.list.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  if (error !== null && data === undefined) {
    return <FailureBanner error={error} title="Failed to load tickets" onRetry={refetch} className="m-3" />;
  }
  if (data === undefined) return <Skeleton className="mx-4 my-3 h-3 w-3/5" />;
  if (data.items.length === 0) return null;
  return (
    <>
      <ul aria-label={viewWords[view]} className="divide-y divide-line not-first:border-line not-first:border-t">
        {data.items.map((ticket) => (
          <TicketLine key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {data.total > data.items.length && (
        <p className="border-line border-t px-4 py-2">
          <Link
            to="/dashboard/tickets"
            search={{ customer: email, ...(view === "archive" && { view }) }}
            className={buttonClass("ghost", "sm")}
          >
            View all {counted(data.total, view === "active" ? "active ticket" : "archived ticket")} →
          </Link>
        </p>
      )}
    </>
  );
}

function TicketLine({ ticket }: { ticket: TicketCard }) {
  return (
    <li
      data-ticket={ticket.id}
      className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 transition-colors duration-120 hover:on-raised hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2"
    >
      <span className="font-mono text-faint text-xs">{ticketLabel(ticket.ticketNumber)}</span>
      <TicketLink ticketId={ticket.id} dir="auto" className="min-w-0 flex-1 basis-40 truncate text-left in-line covers">
        {subjectOnCard(ticket.subject)}
      </TicketLink>
      <StatusPill status={ticket.status} />
      <RelativeTime at={ticket.createdAt} className="min-w-14 text-right text-sm text-soft tabular" />
    </li>
  );
}

interface CustomerPartProps {
  title: string;
  /** The total; null while unknown. */
  count: number | null;
  /** At the right of the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A headed list in a customer's dialog. */
function CustomerPart({ title, count, aside, children }: CustomerPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="overflow-clip rounded-panel border border-line bg-panel">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-2">
        <h3 id={id} className="mr-auto font-semibold">
          {title}
          {count !== null && (
            <span className="ml-1.5 font-normal text-faint tabular">{count.toLocaleString("en-US")}</span>
          )}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Shown for an empty list. */
function EmptyPart({ children }: { children: ReactNode }) {
  return <p className="px-4 py-6 text-center text-soft text-sm">{children}</p>;
}

const JoinedCustomers = loadLater(() => import("./joined-customers.tsx").then((module) => module.JoinedCustomers));

interface CustomerFactsProps {
  customer: CustomerDetail;
  /** Absent without permission or an address. */
  onCreateTicket: (() => void) | undefined;
  canChange: boolean;
  /** Opens another customer instead. */
  onOpenCustomer: (customerId: string) => void;
  /** Opens the dialog that joins the customer with this address. */
  onJoin: (email: string) => void;
}

const CustomerAddresses = loadLater(() =>
  import("./customer-addresses.tsx").then((module) => module.CustomerAddresses),
);

/** A customer's contact details and purchase figures. */
export function CustomerFacts({ customer, onCreateTicket, canChange, onOpenCustomer, onJoin }: CustomerFactsProps) {
  const { id, email, phone, shopifyCustomerId, createdAt } = customer;
  return (
    <>
      <Card>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-semibold text-lg break-anywhere">{customerLabel({ customer, customerId: id })}</bdi>
          {shopifyCustomerId !== null && <StoreBadge />}
        </p>
        {email === null ? (
          <p className="mt-1 text-soft">No e-mail address</p>
        ) : onCreateTicket === undefined ? (
          <p className="mt-1 break-anywhere">{shownAddress(email)}</p>
        ) : (
          <Button
            title="Click to create a ticket for this customer"
            icon={<TicketPlus size={14} aria-hidden className="shrink-0" />}
            onClick={onCreateTicket}
            className="mt-2 h-auto! max-w-full whitespace-normal! py-1 text-left text-accent! break-anywhere"
          >
            {shownAddress(email)}
          </Button>
        )}
        <Facts className="mt-3 border-line border-t pt-3">
          <Fact name="Customer ID">
            <span title={id} className="font-mono text-sm">
              {id.slice(0, 8)}
            </span>
          </Fact>
          <Fact name="Shopify ID">
            {shopifyCustomerId === null ? (
              <span className="text-soft">Not linked</span>
            ) : (
              <span className="font-mono text-sm break-anywhere">{shopifyCustomerId}</span>
            )}
          </Fact>
          <Fact name="Created">{formatDate(createdAt)}</Fact>
          <Fact name="Phone">
            {phone === null ? <span className="text-soft">Not provided</span> : <bdi>{phone}</bdi>}
          </Fact>
        </Facts>
      </Card>
      <CustomerAddresses customer={customer} canChange={canChange} onOpenCustomer={onOpenCustomer} onJoin={onJoin} />
      {customer.joined.length > 0 && <JoinedCustomers joined={customer.joined} canChange={canChange} />}
      <Card title="Order Statistics">
        <Facts>
          <Fact name="Total Orders">{customer.totalOrders.toLocaleString("en-US")}</Fact>
          <Fact name="Total Spent">{formatMoney(customer.totalSpent, customer.currency)}</Fact>
          <Fact name="Last Order">{dateOrNever(customer.lastOrderAt)}</Fact>
        </Facts>
      </Card>
    </>
  );
}
