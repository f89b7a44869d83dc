import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

/** Who of the team signs in without a second factor. */
export function WithoutTwoFactor() {
  const { data } = useQuery(api.team.users.queryOptions());
  if (data === undefined) return null;
  const without = data.items.filter((user) => user.isActive && user.invitedAt === null && user.hasTwoFactor === false);
  return (
    <p className="text-sm text-soft break-anywhere">
      {without.length === 0 ? (
        "Everybody who has joined has it."
      ) : (
        <>
          Without it now: <bdi>{without.map(({ name }) => name).join(", ")}</bdi>
        </>
      )}
    </p>
  );
}
