import { useQuery } from "@tanstack/react-query";
import { useActionNames } from "../../entities/ticket/use-action-names.ts";
import { useCalendars } from "../../entities/ticket/use-targets.ts";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { useResponses } from "./use-responses.ts";

/** Returns the names of what rules refer to, by id: null for what is gone, "…" until all are read. */
export function useRuleNames(): (id: string) => string | null {
  const nameOf = useActionNames();
  // Who may not read the webhooks sees "…" for one.
  const { data } = useQuery(api.webhooks.list.queryOptions({ enabled: useSession().can("webhooks:manage") }));
  const { responses, isLoaded } = useResponses();
  const calendars = useCalendars();
  const isRead = data !== undefined && isLoaded && calendars !== undefined;
  return (id) =>
    data?.items.find((webhook) => webhook.id === id)?.name ??
    responses.find((response) => response.id === id)?.title ??
    calendars?.find((calendar) => calendar.id === id)?.name ??
    (isRead ? nameOf(id) : (nameOf(id) ?? "…"));
}
