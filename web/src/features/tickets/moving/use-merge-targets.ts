import { isFoundBy } from "@deskhand/contract/search/search-line";
import type { TicketCard, TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";

const TYPING_MS = 150;
/** So many of others are offered. */
const OFFERED = 8;

/**
 * The active tickets that one can be merged into: its customer's, those that are put off included, and of others those that fit what is
 * typed; `own` is undefined until they are there.
 */
export function useMergeTargets({ id, customer }: TicketDetail, typed: string) {
  const email = customer?.email ?? null;
  const of = email === null ? null : { customer: email, limit: 100 };
  const active = useQuery(api.tickets.list.queryOptions({ input: of ?? skipToken }));
  const snoozed = useQuery(
    api.tickets.list.queryOptions({ input: of === null ? skipToken : { ...of, snoozed: true } }),
  );
  const search = useDebounced(typed.trim(), TYPING_MS);
  const found = useQuery(
    api.tickets.list.queryOptions({
      input: search === "" ? skipToken : { search, limit: 20 },
      placeholderData: keepPreviousData,
    }),
  );
  const isFound = isFoundBy(typed);
  const isOwn = (one: TicketCard) => one.customerId !== null && one.customerId === customer?.id;
  // One that was put off between the two requests is in both.
  const both =
    active.data && snoozed.data
      ? [...new Map([...active.data.items, ...snoozed.data.items].map((one) => [one.id, one])).values()]
      : undefined;
  const others = typed.trim() === "" ? [] : (found.data?.items ?? []);
  return {
    own: of === null ? [] : both?.filter((one) => one.id !== id && isOwn(one) && isFound(namesOf(one))),
    others: others.filter((one) => one.id !== id && !isOwn(one)).slice(0, OFFERED),
    isLooking: typed.trim() !== "" && (found.isFetching || search !== typed.trim()),
    error: active.error ?? snoozed.error ?? found.error,
    retry: () => void Promise.all([active, snoozed, found].map((query) => query.isError && query.refetch())),
  };
}

/** All that a ticket is found by, its number as "0042" and as "42". */
function namesOf({ ticketNumber, subject }: TicketCard): string {
  return `${ticketLabel(ticketNumber)} #${ticketNumber} ${subject}`;
}
