import { useState } from "react";
import { useTeams } from "../../entities/person/use-teams.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { GoAwayDialog } from "./go-away-dialog.tsx";
import { useSetAway } from "./use-away.ts";

/** The user's own switch between here and away (docs/product.md#teams). */
export function AwayPanel() {
  const { user } = useSession();
  const { isAway } = useTeams();
  const [isAsking, setAsking] = useState(false);
  const back = useSetAway();
  if (user === null) return null;
  return (
    <section aria-label="Away" className="border-line border-t pt-3">
      <Switch
        label="Away"
        description="Teams give you no tickets until you are back."
        checked={isAway(user.id)}
        disabled={back.isPending}
        onChange={(goes) => (goes ? setAsking(true) : back.mutate({ userId: user.id, name: user.name, isAway: false }))}
      />
      <FailureBanner error={back.error} title="Not changed" onDismiss={back.reset} />
      {isAsking && <GoAwayDialog person={user} isSelf onClose={() => setAsking(false)} />}
    </section>
  );
}
