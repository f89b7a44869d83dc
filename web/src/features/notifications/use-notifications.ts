import type { NotificationList } from "@deskhand/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import type { CallError } from "../../lib/failure.ts";

const none: NotificationList = { items: [], count: 0 };

/** The user's newest notifications and the number on the bell. */
export function useNotifications(): NotificationList & {
  isPending: boolean;
  error: CallError | null;
  retry: () => void;
} {
  const { data = none, isPending, error, refetch } = useQuery(api.notifications.list.queryOptions());
  return { ...data, isPending, error, retry: () => void refetch() };
}
