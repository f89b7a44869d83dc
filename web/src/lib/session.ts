import type { Account } from "@deskhand/contract/account";
import type { Permission } from "@deskhand/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

const FRESH_MS = 5 * 60_000;

export interface Session {
  /** Null until it has been fetched. */
  user: Account["user"] | null;
  client: Account["client"] | null;
  /** Whether the server lets this user do something; false until it is known. */
  can: (permission: Permission) => boolean;
}

/** Who is signed in and what they may do. */
export function useSession(): Session {
  const { data } = useQuery(api.account.me.queryOptions({ staleTime: FRESH_MS }));
  return {
    user: data?.user ?? null,
    client: data?.client ?? null,
    can: (permission) => data?.can.includes(permission) ?? false,
  };
}
