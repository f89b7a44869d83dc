import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { TicketLink } from "../../../../entities/ticket/ticket-link.tsx";
import { Banner } from "../../../../ui/banner.tsx";

/**
 * Warns that it is not known who wrote the mail that began a ticket, whether a check failed or nothing could be checked, and leads to the ticket
 * which that mail names.
 */
export function UnverifiedNotice({ ticket }: { ticket: TicketDetail }) {
  const { customer, writtenFrom, namedTicket, messages } = ticket;
  // A colleague's mail to the customer is in doubt for the colleague's address.
  const first = messages.find(({ threadingReason }) => threadingReason === "new_conversation")?.authorEmail;
  return (
    <Banner kind="warning" title="Sender not verified">
      This mail may not be from {shownAddress(writtenFrom?.email ?? first ?? customer?.email ?? "the address it names")}
      : its sender could not be verified, and somebody else may have written it.
      {namedTicket !== null && (
        <>
          {" It names "}
          <TicketLink ticketId={namedTicket.id} className="font-medium text-accent underline">
            {ticketLabel(namedTicket.ticketNumber)}
          </TicketLink>
          , which it was not added to.
        </>
      )}
    </Banner>
  );
}
