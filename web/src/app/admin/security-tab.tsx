import { limits } from "@deskhand/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { RequireTwoFactor } from "../../features/auth/two-factor/require-two-factor.tsx";
import { TeamSessions, WaysToSignIn, WithoutTwoFactor } from "../../features/team/team-security.tsx";
import { api } from "../../lib/api.ts";
import { Card } from "../../ui/card.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { useDialogs } from "../address.ts";
import { AdminLink } from "./admin-link.tsx";

/** The team's sign-in methods, sessions and retention periods (docs/product.md#security-of-the-team). */
export function SecurityTab() {
  const open = useDialogs();
  return (
    <>
      <PartHeader
        title="Security"
        subtitle="How the team signs in, where it is signed in, and what is kept for how long."
      />
      <div className="flex flex-col gap-3">
        <h3 className="mt-1 font-semibold">Two-factor sign-in</h3>
        <RequireTwoFactor>
          <WithoutTwoFactor />
        </RequireTwoFactor>
        <h3 className="mt-2 font-semibold">Ways to sign in</h3>
        <WaysToSignIn />
        <h3 className="mt-2 font-semibold">Sessions</h3>
        <TeamSessions onOpenOwn={() => open({ settings: "sessions" })} />
        <h3 className="mt-2 font-semibold">Retention of data</h3>
        <KeptData />
      </div>
    </>
  );
}

/** What the store keeps for how long, with a link to change it. */
function KeptData() {
  const { data } = useQuery(api.storage.read.queryOptions());
  const rows: Record<string, string> = {
    "Raw mail": data === undefined ? "…" : rawMailWords(data.rawMailDays),
    "Tickets, messages and their files": "Until they are deleted, or their customer is erased",
    Customers: "Until they are deleted or erased",
    "Mail log": "Until its customer is erased",
    "Audit log": "For good: nobody can change or delete an entry",
    Notifications: `${limits.notificationDays} days`,
    Sessions: "30 days since they were last used, 90 days at the most",
  };
  return (
    <Card className="flex max-w-180 flex-col gap-3">
      <dl className="flex flex-col gap-1.5">
        {Object.entries(rows).map(([name, words]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6">
            <dt className="text-soft">{name}</dt>
            <dd className="tabular">{words}</dd>
          </div>
        ))}
      </dl>
      <p>
        <AdminLink to="storage">Choose how long raw mail is kept</AdminLink>
      </p>
    </Card>
  );
}

function rawMailWords(days: number | null): string {
  return days === null ? "For good" : `${days} days after its ticket was closed`;
}
