import type { Notification, NotificationList, NotificationPage } from "@deskhand/contract/notifications";
import { type InfiniteData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import type { CallError } from "../../lib/failure.ts";
import { isShown } from "../../lib/join-tabs.ts";
import { waitsForNetwork } from "../../lib/retries.ts";

const none: NotificationList = { items: [], count: 0 };

/** The user's newest notifications and the bell's count. */
export function useNotifications() {
  const { data = none, isPending, error, refetch } = useQuery(api.notifications.list.queryOptions());
  return { ...data, isPending, error, refetch };
}

/** The actions on notifications; each shows at once everywhere and is undone with its reason on failure. */
export function useMarkNotifications() {
  const cache = useQueryClient();
  const [failure, setFailure] = useState<CallError | null>(null);
  const listKey = api.notifications.list.queryKey();
  const pageKey = api.notifications.page.key();

  const marking = <Input>(show: (input: Input) => void) => ({
    ...waitsForNetwork,
    onMutate: async (input: Input) => {
      setFailure(null);
      await cache.cancelQueries({ queryKey: listKey });
      await cache.cancelQueries({ queryKey: pageKey });
      show(input);
    },
    onSuccess: (list: NotificationList) => void cache.setQueryData(listKey, list),
    onError: setFailure,
    onSettled: async (_: unknown, error: unknown) => {
      if (error !== null) await cache.invalidateQueries({ queryKey: listKey });
      await cache.invalidateQueries({ queryKey: pageKey });
    },
  });

  const markSeen = useMutation({
    ...api.notifications.markSeen.mutationOptions(),
    ...marking(() => cache.setQueryData(listKey, (list) => list && { ...list, count: 0 })),
  });
  const allRead = useMutation({
    ...api.notifications.markAllRead.mutationOptions(),
    ...marking(() => {
      showRead(cache, () => true);
      cache.setQueryData(listKey, (list) => list && { ...list, count: 0 });
    }),
  });
  const read = useMutation({
    mutationFn: markInTurn,
    ...marking((ids: string[]) => showRead(cache, ({ id }) => ids.includes(id))),
  });
  return {
    markSeen: () => markSeen.mutate(undefined),
    markAllRead: () => allRead.mutate(undefined),
    markRead: read.mutate,
    /** Why the last one failed, until the next attempt. */
    failure,
    dismissFailure: () => setFailure(null),
  };
}

/** Marks the open ticket's notifications as read once the page is visible (docs/product.md#the-bell). */
export function useReadOpenTicket(ticketId: string | null): void {
  const cache = useQueryClient();
  const queryKey = api.notifications.list.queryKey();
  /** Ids joined into one text, so that an added one counts as a change. */
  const findUnread = ({ items }: NotificationList) =>
    String(items.filter((item) => !item.read && item.ticketId === ticketId).map(({ id }) => id));
  const { data: unread = "" } = useQuery(api.notifications.list.queryOptions({ select: findUnread }));
  const { mutate } = useMutation({
    ...api.notifications.markTicketRead.mutationOptions({
      onSuccess: (list) => void cache.setQueryData(queryKey, list),
    }),
    ...waitsForNetwork,
  });

  useEffect(() => {
    if (ticketId === null || unread === "") return;
    const mark = () => {
      if (isShown()) mutate({ ticketId });
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [unread, ticketId, mutate]);
}

/** One after another, so that the last response includes all. */
async function markInTurn(ids: string[]): Promise<NotificationList> {
  let list: NotificationList | undefined;
  for (const id of ids) list = await api.notifications.markRead.call({ id });
  return list ?? api.notifications.list.call();
}

/** Shows notifications as read in the dropdown and the full list. */
function showRead(cache: QueryClient, which: (item: Notification) => boolean): void {
  const marked = (items: Notification[]) => items.map((item) => (which(item) ? { ...item, read: true } : item));
  cache.setQueryData(api.notifications.list.queryKey(), (list) => list && { ...list, items: marked(list.items) });
  cache.setQueriesData<InfiniteData<NotificationPage>>({ queryKey: api.notifications.page.key() }, (data) => {
    const pages = data?.pages.map((page) => ({ ...page, items: marked(page.items) }));
    return data && pages && { ...data, pages };
  });
}
