import type { ShippingAddress } from "@deskhand/contract/actions/action-parts";
import { skipToken, useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { addressIn } from "./address-in-text.ts";

/** An address that a customer wrote in a mail of the ticket. */
export interface MailAddress {
  address: ShippingAddress;
  /** Whose mail it stands in, such as "Ann". */
  by: string;
}

/** Finds the newest address that the ticket's customer wrote and that is not the order's; null for none. */
export function useMailAddress(ticketId: string | null, now: ShippingAddress): MailAddress | null {
  const { data: ticket } = useQuery(
    api.tickets.get.queryOptions({ input: ticketId === null ? skipToken : { id: ticketId } }),
  );
  const written = ticket?.messages.filter(({ isFromCustomer, isAutomatic }) => isFromCustomer && !isAutomatic) ?? [];
  for (const { content, authorName, authorEmail } of written.toReversed()) {
    const found = addressIn(content, now.countryCode);
    if (found === null) continue;
    const by = authorName?.trim().split(/\s+/)[0] || authorEmail || "the customer";
    // Who gets the parcel stays, unless the mail says otherwise.
    const { firstName, lastName, company, phone } = now;
    const blank = { address1: null, address2: null, zip: null, city: null, provinceCode: null };
    const address = { firstName, lastName, company, phone, ...blank, ...found };
    return isSamePlace(address, now) ? null : { address, by };
  }
  return null;
}

function isSamePlace(one: ShippingAddress, other: ShippingAddress): boolean {
  const plain = ({ address1, address2, zip, countryCode }: ShippingAddress) =>
    [address1, address2, zip, countryCode]
      .map((part) => (part ?? "").toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""))
      .join();
  return plain(one) === plain(other);
}
