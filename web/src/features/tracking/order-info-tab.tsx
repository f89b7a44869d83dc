import type { TicketDetail } from "@deskhand/contract/tickets";
import { ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { BothAmounts, sumLines } from "../../entities/order/order-amounts.tsx";
import { OrderBadges } from "../../entities/order/order-badges.tsx";
import { formatMoney } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { StoreFault } from "../../screens/store-fault.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import {
  namesCustomer,
  OrderName,
  type ShownOrder,
  type ShownStoreData,
  shownOrder,
  shownStoreData,
  WhoseOrders,
} from "./shown-store-data.tsx";
import { orderOf, useTicketTracking } from "./use-ticket-tracking.ts";

/** The orders of the ticket's customer, from the store or else from the ticket's text. */
export function OrderInfoTab({ ticket }: { ticket: TicketDetail }) {
  const { data, error, refetch } = useTicketTracking(ticket.id);
  const match = data && orderOf(data);
  const store = data && shownStoreData(data);
  const first = match ? [shownOrder(match.order)] : [];
  const orders = [...first, ...(store?.orders ?? []).filter(({ key }) => key !== first[0]?.key)];
  return (
    <section
      aria-label="Order Info"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="flex flex-1 flex-col gap-3 overflow-y-auto overscroll-contain p-4 focus-visible:outline-offset-[-2px] sm:p-5"
    >
      <StoreFault />
      <WhoseOrders ticket={ticket} />
      <FailureBanner error={error} title="Failed to load orders" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton className="h-40 animate-appear-late rounded-panel" />}
      {data !== undefined && !store && orders.length === 0 && (
        <EmptyState icon={<ReceiptText size={20} aria-hidden />} title="No Shopify Order Information">
          No Shopify customer or order data was found for this ticket. Order information will appear here when
          available.
        </EmptyState>
      )}
      {store && namesCustomer(store) && <CustomerInformation data={store} />}
      {orders.length > 0 && (
        <Card title="Order Details">
          <ul aria-label="Order Details" className="flex flex-col gap-4 divide-y divide-line">
            {orders.map((order) => (
              <OrderDetails key={order.key} order={order} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

function CustomerInformation({ data }: { data: ShownStoreData }) {
  const facts = {
    Name: data.name,
    Email: data.email,
    "Total Orders": data.totalOrders?.toLocaleString("en-US") ?? null,
    "Total Spent": data.totalSpent && formatMoney(data.totalSpent, data.currency),
  };
  // Facts missing from a text are omitted.
  const visibleFacts = Object.entries(facts).filter(([, value]) => value !== null || !data.isFromText);
  return (
    <Card title="Customer Information">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {visibleFacts.map(([name, value]) => (
          <Fact key={name} name={name}>
            <bdi>{value ?? "—"}</bdi>
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

function OrderDetails({ order }: { order: ShownOrder }) {
  const { payment, fulfillment, amount, currency, sums, date, parcels, items, moreItems } = order;
  const presentment = sums?.shown ?? null;
  return (
    <li className="flex flex-col gap-2 not-last:pb-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">
          <OrderName order={order} />
        </span>
        <OrderBadges payment={payment} fulfillment={fulfillment} notShipped="Not shipped" />
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
        <Fact name="Order Date">{date ?? "—"}</Fact>
        <Fact name="Total Amount">
          <BothAmounts
            amount={amount}
            currency={currency}
            shown={presentment && { amount: presentment.total, currency: presentment.currency }}
          />
        </Fact>
        {sumLines(sums).map((line) => (
          <Fact key={line.name} name={line.name}>
            <BothAmounts {...line} currency={currency} />
          </Fact>
        ))}
        {parcels.length > 0 && (
          <Fact name="Tracking">
            {parcels.map(({ number, carrier, trackUrl }) => (
              <span key={number} className="block">
                <TextLink href={trackUrl ?? undefined} target="_blank" rel="noopener noreferrer">
                  <bdi className="font-mono">{number}</bdi>
                </TextLink>
                {carrier !== null && <bdi className="text-soft"> {carrier}</bdi>}
              </span>
            ))}
          </Fact>
        )}
      </dl>
      {items.length > 0 && (
        <div className="text-sm">
          <p className="text-soft text-xs">Items Ordered</p>
          <ul>
            {items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an order may list an item twice, and items never reorder.
              <li key={at} className="break-anywhere">
                <bdi>{item.title}</bdi> × {item.quantity}, {formatMoney(item.price, currency)}
              </li>
            ))}
          </ul>
          {moreItems > 0 && <p className="text-soft">and {moreItems} more</p>}
        </div>
      )}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 text-sm">
      <dt className="text-soft text-xs">{name}</dt>
      <dd className="break-anywhere tabular">{children}</dd>
    </div>
  );
}
