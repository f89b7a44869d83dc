import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { CustomerDetail } from "@deskhand/contract/customers";
import { TicketPlus } from "lucide-react";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { formatDate, formatMoney } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Fact, Facts } from "../../ui/card.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { dateOrNever, StoreBadge } from "./customer-words.tsx";

const JoinedCustomers = loadLater(() => import("./joined-customers.tsx").then((module) => module.JoinedCustomers));

interface CustomerFactsProps {
  customer: CustomerDetail;
  /** Absent for who may not, and for a customer without an address. */
  onCreateTicket: (() => void) | undefined;
  canChange: boolean;
  /** Opens another customer instead. */
  onOpenCustomer: (customerId: string) => void;
  /** Asks whether whoever has an address is to be joined with them. */
  onJoin: (email: string) => void;
}

const CustomerAddresses = loadLater(() =>
  import("./customer-addresses.tsx").then((module) => module.CustomerAddresses),
);

/** Who a customer is, and what they bought in figures. */
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
