import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { OrderDetail } from "@deskhand/contract/orders";
import type { ReactNode } from "react";
import { CustomerLink } from "../../entities/customer/customer-link.tsx";
import { Card } from "../../ui/card.tsx";
import { buyerEmail, buyerName } from "./order-words.ts";

/** The buyer and the shipping address. */
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
      <AddressBlock title="Shipping Address" lines={addressLines(shippingAddress)} />
      {!isSameAddress(shippingAddress, billingAddress) && (
        <AddressBlock title="Billing Address" lines={addressLines(billingAddress)} />
      )}
    </Card>
  );
}

function AddressBlock({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section className="mt-3 border-line border-t pt-2.5">
      <h4 className="text-soft text-xs">{title}</h4>
      <address className="mt-1 not-italic">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an address may have equal lines, which never reorder.
          <bdi key={at} className="block break-anywhere">
            {line}
          </bdi>
        ))}
      </address>
    </section>
  );
}

type Address = OrderDetail["shippingAddress"];

/** Returns an address as on a parcel: names, streets, "city, province zip", country; without missing parts. */
export function addressLines(address: Address): string[] {
  if (address === null) return [];
  const { firstName, lastName, address1, address2, city, provinceCode, zip, country } = address;
  const region = joined([provinceCode, zip], " ");
  return [joined([firstName, lastName], " "), address1, address2, joined([city, region], ", "), country]
    .map((line) => line?.trim() ?? "")
    .filter((line) => line !== "");
}

/** Whether two addresses are equal; an empty billing address counts as equal. */
export function isSameAddress(shipping: Address, billing: Address): boolean {
  const lines = addressLines(billing);
  return lines.length === 0 || lines.join("\n") === addressLines(shipping).join("\n");
}

function joined(parts: (string | null)[], by: string): string {
  return parts.flatMap((part) => part?.trim() || []).join(by);
}
