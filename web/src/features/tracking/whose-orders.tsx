import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { Banner } from "../../ui/banner.tsx";

/** Says above a customer's orders that somebody else may have written the ticket beside which they stand. */
export function WhoseOrders({ ticket: { customer, writtenFrom } }: { ticket: TicketDetail }) {
  if (writtenFrom === null || writtenFrom.isStores || !customer?.email) return null;
  return (
    <Banner kind="warning">
      These are the orders of <bdi>{shownAddress(customer.email)}</bdi>, whom answers go to.{" "}
      <bdi>{shownAddress(writtenFrom.email)}</bdi> wrote, and nothing proves that they are the same person.
    </Banner>
  );
}
