import type { TicketDetail } from "@deskhand/contract/tickets";
import { useMemo } from "react";
import type { IsKnown } from "./mailbox-words.ts";
import { useColleagues } from "./use-colleagues.ts";

/** Tells whose name stands alone on a ticket, or before there is one: its customer's, at any of their addresses, and colleagues'. */
export function useIsKnown(ticket?: Pick<TicketDetail, "customer" | "customerAddresses">): IsKnown {
  const { colleagues } = useColleagues();
  const { customer, customerAddresses } = ticket ?? {};
  return useMemo(() => {
    const main = customer?.email ? [{ email: customer.email }] : [];
    const people = [...main, ...colleagues].map(({ email }) => email.toLowerCase());
    const known = new Set([...people, ...(customerAddresses ?? [])]);
    return (email) => known.has(email);
  }, [customer, customerAddresses, colleagues]);
}
