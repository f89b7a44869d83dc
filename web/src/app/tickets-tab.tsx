import { useQuery } from "@tanstack/react-query";
import { api } from "../lib/api.ts";

/** The tickets tab's heading with its count. */
export function TicketsTab() {
  const { data } = useQuery(api.tickets.list.queryOptions({ input: { limit: 1 } }));
  return (
    <>
      <h1 className="font-semibold text-xl">Active Tickets{data === undefined ? "" : ` (${data.activeCount})`}</h1>
      <p className="text-soft">AI-powered ticket management and customer support</p>
    </>
  );
}
