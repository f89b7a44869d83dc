import type { Mailbox } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { IsKnown } from "../../../entities/person/mailbox-words.ts";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { api } from "../../../lib/api.ts";
import { useSession } from "../../../lib/session.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";

/** A suggested recipient. */
export interface FoundPerson extends Mailbox {
  id: string;
  isColleague: boolean;
}

const TYPING_MS = 150;
const FRESH_MS = 60_000;
/** How many are suggested. */
const OFFERED = 8;

/** Returns customers and colleagues matching the text, without those already on the mail. */
export function useFoundPeople(text: string, isAsked: boolean, isLeftOut: (email: string) => boolean): FoundPerson[] {
  const { can } = useSession();
  const q = useDebounced(text.trim(), TYPING_MS);
  const enabled = isAsked && q !== "";
  const { data: customers, isPlaceholderData } = useQuery(
    api.customers.search.queryOptions({
      input: { q },
      enabled: enabled && can("customers:read"),
      placeholderData: keepPreviousData,
      staleTime: FRESH_MS,
    }),
  );
  const { data: team } = useQuery(
    api.team.users.queryOptions({ enabled: enabled && can("team:read"), staleTime: FRESH_MS }),
  );
  const query = text.trim().toLowerCase();
  if (!enabled || query === "") return [];
  const fits = ({ name, email }: { name: string | null; email: string | null }) =>
    `${name} ${email}`.toLowerCase().includes(query);
  const colleagues = (team?.items ?? []).filter((one) => one.isActive && fits(one));
  const found = new Map<string, FoundPerson>();
  for (const { id, name, email } of colleagues)
    found.set(email.toLowerCase(), { id, name, email: email.toLowerCase(), isColleague: true });
  // Results for an earlier text stay only if they match this one, so that nobody is chosen by mistake.
  const isCurrent = q === text.trim() && !isPlaceholderData;
  for (const { id, name, email } of customers?.items.filter((one) => isCurrent || fits(one)) ?? []) {
    const address = email?.toLowerCase() ?? "";
    if (address !== "" && !found.has(address)) found.set(address, { id, name, email: address, isColleague: false });
  }
  return [...found.values()].filter(({ email }) => !isLeftOut(email)).slice(0, OFFERED);
}

/** Recognizes people shown by name alone: colleagues, and the ticket's customer at any of their addresses. */
export function useIsKnown(ticket?: Pick<TicketDetail, "customer" | "customerAddresses">): IsKnown {
  const { colleagues } = useColleagues();
  const { customer, customerAddresses } = ticket ?? {};
  return useMemo(() => {
    const main = customer?.email ? [{ email: customer.email }] : [];
    const people = [...main, ...colleagues].map(({ email }) => email.toLowerCase());
    const knownEmails = new Set([...people, ...(customerAddresses ?? [])]);
    return (email) => knownEmails.has(email);
  }, [customer, customerAddresses, colleagues]);
}
