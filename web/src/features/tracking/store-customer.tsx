import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { limits } from "@deskhand/contract/limits";
import type { TicketTracking } from "@deskhand/contract/tracking";
import { BadgeCheck, UserRoundSearch } from "lucide-react";
import { CustomerLink } from "../../entities/customer/customer-link.tsx";
import { formatMoney } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RecentOrder } from "./recent-order.tsx";
import { namesCustomer, type ShownStoreData, shownStoreData } from "./shown-store-data.ts";

interface StoreCustomerProps {
  tracking: TicketTracking;
  /** Absent where nothing may be changed. */
  onTrack: ((orderNumber: string) => void) | undefined;
}

/** Who a ticket's customer is at the store, with their newest orders. */
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
  // What a text does not say is left out.
  const shown = Object.entries(facts).filter(([, value]) => value || !isFromText);
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
      {shown.map(([label, value]) => (
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
  const who = shownAddress(customer?.email ?? "This customer");
  // An order may have their address, and no customer.
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
              ? `The store has no customer with ${who}, only the order above.`
              : `${who} has no orders in the store. If they ordered with another address, set the order number above.`}
      </EmptyState>
    </Card>
  );
}
