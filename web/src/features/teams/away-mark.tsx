import { useTeams } from "../../entities/person/use-teams.ts";
import { useSession } from "../../lib/session.ts";
import { Pill } from "../../ui/pill.tsx";

/** Reminds somebody who is away of it, and leads to where they say that they are back. */
export function AwayMark({ onOpen }: { onOpen: () => void }) {
  const { user } = useSession();
  const { isAway } = useTeams();
  if (user === null || !isAway(user.id)) return null;
  return (
    <button
      type="button"
      title="Teams give you no tickets. Open the settings to say that you are back"
      className="shrink-0 rounded-full touch:-my-2.5 touch:py-2.5"
      onClick={onOpen}
    >
      <Pill tone="amber">Away</Pill>
    </button>
  );
}
