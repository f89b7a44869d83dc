import type { TicketRelease } from "@deskhand/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";

/** Says whose tickets are being taken from them, and how far that is; nothing while none are. */
export function ReleasesNotice() {
  const { data } = useQuery(api.tickets.releases.queryOptions({ refetchOnMount: "always" }));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <ul aria-label="Under way" className="flex flex-col gap-2">
      {data.items.map((release) => (
        <li key={release.id} className="rounded-panel border border-line bg-panel px-3 py-2 text-sm">
          <p className="break-anywhere">{releaseWords(release)}</p>
          <progress aria-label={release.name} className="mt-1 w-full" max={release.total} value={release.done} />
        </li>
      ))}
    </ul>
  );
}

function releaseWords({ why, name, done, total }: TicketRelease): string {
  const progress = `${Math.min(done, total).toLocaleString("en-US")} of ${counted(total, "ticket")} done`;
  return `${whatHappens[why](name)}: ${progress}`;
}

const whatHappens: Record<TicketRelease["why"], (name: string) => string> = {
  team_deleted: (name) => `“${name}” was deleted and leaves its tickets`,
  person_deleted: (name) => `${name} was deleted and leaves their tickets`,
  person_away: (name) => `${name} hands over`,
};
