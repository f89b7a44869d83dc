import type { SignInProvider } from "@deskhand/contract/admin/security";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { useAllowProvider, useSecurity } from "./team-sessions.tsx";

const names: Record<SignInProvider, string> = { google: "Google", twitter: "Twitter" };

/** With which accounts elsewhere the team may sign in (docs/product.md#security-of-the-team). */
export function WaysToSignIn() {
  const { data } = useSecurity();
  const allow = useAllowProvider();
  if (data === undefined) return null;
  return (
    <Card className="flex flex-col gap-1">
      {data.providers.map(({ id, isOffered, isAllowed }) => (
        <Switch
          key={id}
          label={`Allow signing in with ${names[id]}`}
          description={
            isOffered
              ? "Passwords and passkeys work either way. Whoever is signed in stays so."
              : `This installation does not offer ${names[id]} at the moment.`
          }
          checked={allow.isPending && allow.variables.provider === id ? allow.variables.isAllowed : isAllowed}
          disabled={allow.isPending}
          onChange={(wanted) => allow.mutate({ provider: id, isAllowed: wanted })}
        />
      ))}
      <FailureBanner error={allow.error} onDismiss={allow.reset} />
    </Card>
  );
}

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
