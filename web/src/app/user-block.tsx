import type { Account } from "@deskhand/contract/account";
import { Avatar } from "../ui/avatar.tsx";

/** Who is signed in: picture, e-mail and role (spec part 1, section 2.4). Phones have room for the picture alone. */
export function UserBlock({ user }: { user: Account["user"] | null }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5" title={user?.name}>
      <Avatar name={user?.name ?? "User"} url={user?.avatar ?? null} />
      <div className="min-w-0 leading-4 max-sm:sr-only">
        <p className="truncate">{user?.email ?? "User"}</p>
        <p className="text-faint text-xs">{user?.role ?? "Loading..."}</p>
      </div>
    </div>
  );
}
