import type { NotificationList } from "@deskhand/contract/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const none: NotificationList = { items: [], count: 0 };

/** The user's notifications and what can be done with them; each action shows at once and is undone if it fails. */
export function useNotifications() {
  const cache = useQueryClient();
  const key = api.notifications.list.queryKey();
  const { data = none, isPending } = useQuery(api.notifications.list.queryOptions());

  /** Shows the expected list at once, then the server's. */
  const showing = <Input>(expected: (list: NotificationList, input: Input) => NotificationList) => ({
    onMutate: async (input: Input) => {
      await cache.cancelQueries({ queryKey: key });
      cache.setQueryData(key, (list) => (list === undefined ? list : expected(list, input)));
    },
    onSuccess: (list: NotificationList) => {
      cache.setQueryData(key, list);
    },
    onError: () => cache.invalidateQueries({ queryKey: key }),
  });

  const readAll = (list: NotificationList) => ({
    items: list.items.map((item) => ({ ...item, read: true })),
    count: 0,
  });
  const readOne = (list: NotificationList, { id }: { id: string }) => ({
    ...list,
    items: list.items.map((item) => (item.id === id ? { ...item, read: true } : item)),
  });
  const markSeen = useMutation(api.notifications.markSeen.mutationOptions(showing((list) => ({ ...list, count: 0 }))));
  const markAllRead = useMutation(api.notifications.markAllRead.mutationOptions(showing(readAll)));
  const markRead = useMutation(api.notifications.markRead.mutationOptions(showing(readOne)));

  return {
    items: data.items,
    count: data.count,
    isPending,
    markSeen: () => markSeen.mutate(undefined),
    markAllRead: () => markAllRead.mutate(undefined),
    markRead: (id: string) => markRead.mutate({ id }),
  };
}
