import type { Account } from "@deskhand/contract/account";
import type { Permission } from "@deskhand/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

const FRESH_MS = 5 * 60_000;

export interface Session {
  /** Null until loaded. */
  user: Account["user"] | null;
  client: Account["client"] | null;
  /** Whether the user has a permission; false until known. */
  can: (permission: Permission) => boolean;
}

/** The signed-in user and their permissions. */
export function useSession(): Session {
  const { data } = useQuery(api.account.me.queryOptions({ staleTime: FRESH_MS }));
  return {
    user: data?.user ?? null,
    client: data?.client ?? null,
    can: (permission) => data?.can.includes(permission) ?? false,
  };
}
