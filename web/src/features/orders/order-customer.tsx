import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { OrderDetail } from "@deskhand/contract/orders";
import type { ReactNode } from "react";
import { CustomerLink } from "../../entities/customer/customer-link.tsx";
import { buyerEmail, buyerName } from "../../entities/order/order-buyer.ts";
import { Card } from "../../ui/card.tsx";
import { addressLines, isSameAddress } from "./address-lines.ts";

/** Who ordered, and where it goes. */
export function OrderCustomer({ order }: { order: OrderDetail }) {
  const { customer, shippingAddress, billingAddress } = order;
  const name = buyerName(order);
  const email = buyerEmail(order);
  const phone = customer?.phone?.trim() || order.phone?.trim();
  return (
    <Card title="Customer Information" className="sm:max-split:row-span-2">
      <p className="font-semibold">
        {customer === null ? (
          <bdi className="break-anywhere">{name}</bdi>
        ) : (
          <CustomerLink
            customerId={customer.id}
            inside="orderId"
            className="line-alone rounded-tag text-accent underline-offset-3 break-anywhere hover:underline"
          >
            <bdi>{name}</bdi>
          </CustomerLink>
        )}
      </p>
      {email === null ? (
        <p className="text-soft">No email</p>
      ) : (
        shownAddress(email) !== name && <p className="text-soft break-anywhere">{shownAddress(email)}</p>
      )}
      {phone && (
        <p className="text-soft">
          <bdi>{phone}</bdi>
        </p>
      )}
      <Address title="Shipping Address" lines={addressLines(shippingAddress)} />
      {!isSameAddress(shippingAddress, billingAddress) && (
        <Address title="Billing Address" lines={addressLines(billingAddress)} />
      )}
    </Card>
  );
}

function Address({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section className="mt-3 border-line border-t pt-2.5">
      <h4 className="text-soft text-xs">{title}</h4>
      <address className="mt-1 not-italic">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of an address may be alike, and never change places.
          <bdi key={at} className="block break-anywhere">
            {line}
          </bdi>
        ))}
      </address>
    </section>
  );
}
