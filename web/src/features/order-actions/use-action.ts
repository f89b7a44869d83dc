import { isUnderWay } from "@deskhand/contract/actions/action-kinds";
import type { OrderAction } from "@deskhand/contract/actions/action-parts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";

/** How often an action under way is read where no live event comes. */
const REFETCH_MS = 3_000;

/** An action as it is now, from its first answer on. */
export function useAction(first: OrderAction): OrderAction {
  const { data } = useQuery({
    ...api.orderActions.get.queryOptions({ input: { id: first.id } }),
    refetchInterval: ({ state }) => (isUnderWay((state.data ?? first).state) ? REFETCH_MS : false),
  });
  return data ?? first;
}

/** What a person can do with an action that waits, or of which nobody knows. */
export function useDecide() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: api.orderActions.key() });
  return {
    approve: useMutation(api.orderActions.approve.mutationOptions({ ...failsOffline, onSettled })),
    decline: useMutation(api.orderActions.decline.mutationOptions({ ...failsOffline, onSettled })),
    takeBack: useMutation(api.orderActions.takeBack.mutationOptions({ ...failsOffline, onSettled })),
    lookAgain: useMutation(api.orderActions.lookAgain.mutationOptions({ ...failsOffline, onSettled })),
  };
}
