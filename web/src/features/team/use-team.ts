import type { TeamUser } from "@deskhand/contract/team";
import { isDefinedError, safe } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { roleWords } from "./role-field.tsx";

type Done = (message: string) => void;

/** The team is asked for anew, whatever came of a change: somebody else may have been first. */
function useRefresh() {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: api.team.key() });
}

/** Gives somebody another role. */
export function useChangeRole(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation(
    api.team.changeRole.mutationOptions({
      ...failsOffline,
      onSettled,
      onSuccess: ({ name, role }) => onDone(`${name} is now ${roleWords[role].label}`),
    }),
  );
}

/** Shuts somebody out until they are activated again. */
export function useDeactivate(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation({
    ...failsOffline,
    onSettled,
    mutationFn: async ({ id }: TeamUser): Promise<void> => void (await api.team.deactivate.call({ id })),
    onSuccess: (_, { name }) => onDone(`${name} was deactivated`),
  });
}

/** Takes somebody's second factor away, by who one is. */
export function useResetTwoFactor(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation({
    ...failsOffline,
    onSettled,
    mutationFn: async ({
      user,
      proof,
    }: {
      user: TeamUser;
      proof: { password: string } | { code: string };
    }): Promise<void> => void (await api.team.resetTwoFactor.call({ id: user.id, ...proof })),
    onSuccess: (_, { user }) => onDone(`${user.name} signs in without a second factor until they set one up`),
  });
}

/** Lets somebody in again. */
export function useActivate(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation({
    ...failsOffline,
    onSettled,
    mutationFn: async ({ id }: TeamUser): Promise<void> => void (await api.team.activate.call({ id })),
    onSuccess: (_, { name }) => onDone(`${name} was activated`),
  });
}

/** Deletes somebody. Who is gone already is as good as deleted. */
export function useDelete(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation({
    ...failsOffline,
    onSettled,
    async mutationFn({ id }: TeamUser): Promise<void> {
      const { error } = await safe(api.team.delete.call({ id }));
      // Missing: somebody else was first, or a response was lost. What was wanted is so.
      if (error !== null && !(isDefinedError(error) && error.code === "user_not_found")) throw error;
    },
    onSuccess: (_, { name }) => onDone(`${name} was deleted`),
  });
}

/** Sends an invitation once more. */
export function useResend(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation({
    onSettled,
    mutationFn: async ({ id }: TeamUser): Promise<void> => void (await api.team.resendInvitation.call({ id })),
    onSuccess: (_, { email }) => onDone(`Invitation sent to ${email}`),
  });
}
