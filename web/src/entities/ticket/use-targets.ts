import type { Calendar } from "@deskhand/contract/targets/hours";
import type { Policy } from "@deskhand/contract/targets/targets";
import type { Hours } from "@deskhand/contract/targets/working-time";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../lib/api.ts";

// Events say when they change.
const kept = { staleTime: Number.POSITIVE_INFINITY };

/** The store's policies of targets, in their order; undefined until loaded. */
export function usePolicies(): readonly Policy[] | undefined {
  return useQuery(api.targets.list.queryOptions(kept)).data?.items;
}

/** The store's working hours, by name; undefined until loaded. */
export function useCalendars(): readonly Calendar[] | undefined {
  return useQuery(api.hours.list.queryOptions(kept)).data?.items;
}

/** A policy with the hours in which its clocks run: null for around the clock, undefined until loaded. */
export function usePolicy(policyId: string | undefined): {
  policy: Policy | undefined;
  calendar: Calendar | undefined;
  hours: Hours | undefined;
} {
  const policy = usePolicies()?.find(({ id }) => id === policyId);
  const calendar = useCalendars()?.find(({ id }) => id === policy?.calendarId);
  const hours = useMemo(() => calendar && hoursOf(calendar), [calendar]);
  return { policy, calendar, hours: policy?.calendarId === null ? null : hours };
}

/** The hours of a calendar, to compute with. */
function hoursOf({ timeZone, week, daysOff, holidays }: Calendar): Hours {
  return { timeZone, week, daysOff: new Set([...daysOff, ...holidays].map(({ day }) => day)) };
}
