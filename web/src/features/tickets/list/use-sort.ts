import { type TicketSort, ticketSorts } from "@deskhand/contract/vocabulary";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { oneOf } from "../../../lib/address-values.ts";
import { api } from "../../../lib/api.ts";
import { useSession } from "../../../lib/session.ts";

/**
 * The user's preferred order, and its setter. This browser keeps it too, so that the list neither waits for the
 * preference nor is fetched in two orders.
 */
export function useSort(): [TicketSort, (sort: TicketSort) => void] {
  const cache = useQueryClient();
  const { user } = useSession();
  const key = `deskhand-sort:${user?.id}`;
  const { data } = useQuery(api.desk.preferences.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const { mutate } = useMutation(
    api.desk.savePreferences.mutationOptions({
      onSuccess: (saved) => cache.setQueryData(api.desk.preferences.queryKey(), saved),
    }),
  );
  const saved = data?.sort;

  useEffect(() => {
    if (saved !== undefined) keep(key, saved);
  }, [key, saved]);

  return [
    saved ?? oneOf(readStored(key), ticketSorts) ?? "priority",
    (sort) => {
      keep(key, sort);
      // If saving fails, the order still applies to this list through its URL.
      mutate({ sort });
    },
  ];
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is disabled: the list follows the preference once it is loaded.
    return null;
  }
}

function keep(key: string, sort: TicketSort): void {
  try {
    localStorage.setItem(key, sort);
  } catch {
    // The server has it all the same.
  }
}
