import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { announce } from "../../ui/announcer.tsx";

type Said = { userId: string; name: string; isAway: boolean; handsOver?: boolean };

/** Says that oneself or a colleague is away, or back. */
export function useSetAway(onDone: () => void = () => undefined) {
  const cache = useQueryClient();
  const ownId = useSession().user?.id;
  return useMutation({
    ...failsOffline,
    mutationFn: ({ userId, isAway, handsOver = false }: Said) =>
      userId === ownId
        ? api.teams.setOwnAway.call({ isAway, handsOver })
        : api.teams.setAway.call({ userId, isAway, handsOver }),
    onSuccess(teams, { userId, name, isAway }) {
      cache.setQueryData(api.teams.list.queryKey(), teams);
      announce(`${userId === ownId ? "You are" : `${name} is`} ${isAway ? "away" : "back"}`);
      onDone();
    },
  });
}
