import type { TeamUser } from "@deskhand/contract/team";
import { isDefinedError, safe } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { roleWords } from "./role-field.tsx";

type Done = (message: string) => void;

/** Refetches the team after any outcome, as somebody else may have been first. */
function useRefresh() {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: api.team.key() });
}

/** Changes a member's role. */
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

/** Deactivates a member until activated again. */
export function useDeactivate(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation({
    ...failsOffline,
    onSettled,
    mutationFn: async ({ id }: TeamUser): Promise<void> => void (await api.team.deactivate.call({ id })),
    onSuccess: (_, { name }) => onDone(`${name} was deactivated`),
  });
}

/** Removes a member's second factor, after the admin has confirmed who they are. */
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

/** Reactivates a member. */
export function useActivate(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation({
    ...failsOffline,
    onSettled,
    mutationFn: async ({ id }: TeamUser): Promise<void> => void (await api.team.activate.call({ id })),
    onSuccess: (_, { name }) => onDone(`${name} was activated`),
  });
}

/** Deletes a member. One who is already gone counts as deleted. */
export function useDelete(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation({
    ...failsOffline,
    onSettled,
    async mutationFn({ id }: TeamUser): Promise<void> {
      const { error } = await safe(api.team.delete.call({ id }));
      // Somebody else deleted them first, or a response was lost: either way they are gone.
      if (error !== null && !(isDefinedError(error) && error.code === "user_not_found")) throw error;
    },
    onSuccess: (_, { name }) => onDone(`${name} was deleted`),
  });
}

/** Sends an invitation again. */
export function useResend(onDone: Done) {
  const onSettled = useRefresh();
  return useMutation({
    onSettled,
    mutationFn: async ({ id }: TeamUser): Promise<void> => void (await api.team.resendInvitation.call({ id })),
    onSuccess: (_, { email }) => onDone(`Invitation sent to ${email}`),
  });
}
