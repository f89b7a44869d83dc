import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { limits } from "@deskhand/contract/limits";
import type { TicketTracking } from "@deskhand/contract/tracking";
import { BadgeCheck, ExternalLink, Truck, UserRoundSearch } from "lucide-react";
import { CustomerLink } from "../../entities/customer/customer-link.tsx";
import { OrderBadges } from "../../entities/order/order-badges.tsx";
import { formatMoney } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { namesCustomer, OrderName, type ShownOrder, type ShownStoreData, shownStoreData } from "./shown-store-data.tsx";

interface StoreCustomerProps {
  tracking: TicketTracking;
  /** Absent where nothing may be changed. */
  onTrack: ((orderNumber: string) => void) | undefined;
}

/** The ticket's customer at the store, with their newest orders. */
export function StoreCustomer({ tracking, onTrack }: StoreCustomerProps) {
  const data = shownStoreData(tracking);
  if (data === null) return <NoCustomer tracking={tracking} />;
  const isNamed = namesCustomer(data);
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {isNamed ? "Shopify Customer Found" : "Orders without a customer"}
          {data.isVerified && (
            <span title="The store has this customer, and nothing speaks against the sender of this ticket.">
              <Badge tone="green" icon={<BadgeCheck size={11} aria-hidden />}>
                Verified
              </Badge>
            </span>
          )}
          {data.isFromText && <Badge>From the text of this ticket</Badge>}
        </span>
      }
    >
      {isNamed && <CustomerFacts data={data} />}
      {data.orders.length > 0 && (
        <section className="not-first:mt-4">
          <h4 className="mb-2 font-semibold text-soft text-xs">Recent Shopify Orders</h4>
          <ul aria-label="Recent Shopify Orders" className="flex flex-col gap-2.5">
            {data.orders.slice(0, limits.ordersOnTicket).map((order) => (
              <RecentOrder key={order.key} order={order} onTrack={onTrack} />
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

function CustomerFacts({ data }: { data: ShownStoreData }) {
  const { customerId, name, email, shopifyCustomerId, totalOrders, totalSpent, currency, isFromText } = data;
  const facts = {
    Customer:
      customerId === null ? (
        name && <bdi>{name}</bdi>
      ) : (
        <CustomerLink customerId={customerId} className="line-alone rounded-tag text-accent hover:underline">
          <bdi>{name ?? shownAddress(email ?? "—")}</bdi>
        </CustomerLink>
      ),
    Email: email && <bdi>{shownAddress(email)}</bdi>,
    "Customer ID": (shopifyCustomerId ?? !isFromText) && (
      <span className="font-mono">{shopifyCustomerId ?? "Not linked"}</span>
    ),
    "Total Orders": totalOrders?.toLocaleString("en-US"),
    "Total Spent": totalSpent && formatMoney(totalSpent, currency),
  };
  // Facts missing from a text are omitted.
  const visibleFacts = Object.entries(facts).filter(([, value]) => value || !isFromText);
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
      {visibleFacts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-soft text-xs">{label}</dt>
          <dd className="break-anywhere tabular">{value || "—"}</dd>
        </div>
      ))}
    </dl>
  );
}

function NoCustomer({
  tracking: { customer, store, found, savedOrder, savedCertainty },
}: {
  tracking: TicketTracking;
}) {
  const customerName = shownAddress(customer?.email ?? "This customer");
  // An order may have the address without a customer.
  const hasOne =
    found.some(({ certainty }) => certainty !== "other") || (savedOrder !== null && savedCertainty !== "other");
  return (
    <Card>
      <EmptyState icon={<UserRoundSearch size={20} aria-hidden />} title="No Shopify Customer Found" className="py-6">
        {customer === null
          ? "This ticket has no customer, and its text has no data of the store."
          : store.state === "none"
            ? "No store is connected, and the text of this ticket has no data of one. Once an admin connects the store, orders appear here by themselves."
            : hasOne
              ? `The store has no customer with ${customerName}, only the order above.`
              : `${customerName} has no orders in the store. If they ordered with another address, set the order number above.`}
      </EmptyState>
    </Card>
  );
}

interface RecentOrderProps {
  order: ShownOrder;
  onTrack: ((orderNumber: string) => void) | undefined;
}

/** A recent order, which can be made the ticket's. */
function RecentOrder({ order, onTrack }: RecentOrderProps) {
  const { name, payment, fulfillment, amount, currency, sums, date, parcels, items } = order;
  const more = items.length - limits.lineItemsOnCard + order.moreItems;
  return (
    <li className="rounded-control border border-line px-3 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-[550]">
          <OrderName order={order} />
        </span>
        <OrderBadges payment={payment} fulfillment={fulfillment} />
        <span className="ml-auto text-sm tabular">
          <span className="font-medium">{formatMoney(amount, currency)}</span>
          {sums?.shown && <span className="text-soft"> ({formatMoney(sums.shown.total, sums.shown.currency)})</span>}
          {date !== null && <span className="text-soft"> · {date}</span>}
        </span>
      </p>
      {parcels.map(({ number, carrier }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two parcels may share a number, and they never reorder.
        <p key={at} className="mt-1 text-sm text-soft">
          Tracking: <bdi className="font-mono break-anywhere">{number}</bdi>
          {carrier !== null && <bdi> ({carrier})</bdi>}
        </p>
      ))}
      {items.length > 0 && (
        <div className="mt-2 text-sm">
          <p className="text-soft text-xs">Items Ordered</p>
          <ul>
            {items.slice(0, limits.lineItemsOnCard).map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an order may list an item twice, and items never reorder.
              <li key={at} className="break-anywhere">
                {item.quantity} x <bdi>{item.title}</bdi>, {formatMoney(item.price, currency)}
              </li>
            ))}
          </ul>
          {more > 0 && <p className="text-soft">and {more} more</p>}
        </div>
      )}
      <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {onTrack && (
          <Button size="sm" icon={<Truck size={13} aria-hidden />} onClick={() => onTrack(name)}>
            Use for Tracking
          </Button>
        )}
        {parcels.map(
          ({ number, trackUrl }, at) =>
            trackUrl !== null && (
              <ButtonLink
                // biome-ignore lint/suspicious/noArrayIndexKey: two parcels may share a number, and they never reorder.
                key={at}
                size="sm"
                href={trackUrl}
                target="_blank"
                rel="noopener noreferrer"
                icon={<ExternalLink size={13} aria-hidden />}
              >
                Track Package
                {parcels.length > 1 && (
                  <>
                    {` ${at + 1}`}
                    <span className="sr-only"> {number}</span>
                  </>
                )}
              </ButtonLink>
            ),
        )}
      </p>
    </li>
  );
}
