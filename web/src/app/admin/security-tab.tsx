import { RequireTwoFactor } from "../../features/auth/two-factor/require-two-factor.tsx";
import { TeamSessions } from "../../features/team/team-sessions.tsx";
import { WaysToSignIn } from "../../features/team/ways-to-sign-in.tsx";
import { WithoutTwoFactor } from "../../features/team/without-two-factor.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { useDialogs } from "../use-dialogs.ts";
import { KeptData } from "./kept-data.tsx";

/** How the team signs in, where it is signed in, and what is kept for how long (docs/product.md#security-of-the-team). */
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
