import type { Load, Team } from "@deskhand/contract/admin/teams";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useState } from "react";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { SettingsScreen } from "../../screens/settings/settings-screen.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { GoAwayDialog } from "./go-away-dialog.tsx";
import { ReleasesNotice } from "./releases-notice.tsx";
import { TeamDialog } from "./team-dialog.tsx";
import { useSetAway } from "./use-away.ts";

type Person = { id: string; name: string };

/** The store's teams with their members: admins change them, supervisors say who is away (docs/product.md#teams). */
export function TeamsScreen() {
  const cache = useQueryClient();
  const { user, can } = useSession();
  const list = useQuery(api.teams.list.queryOptions({ refetchOnMount: "always" }));
  const { data: loads } = useQuery(api.teams.loads.queryOptions({ refetchOnMount: "always" }));
  const [leaving, setLeaving] = useState<Person | null>(null);
  const back = useSetAway();
  const { colleagues } = useColleagues();
  const inTeams = new Set(list.data?.items.flatMap(({ memberIds }) => memberIds));
  const canSetAway = (id: string) => id === user?.id || can("people:set-away");
  const people = {
    awayIds: new Set(list.data?.away.map(({ userId }) => userId)),
    loads: loads?.items ?? [],
    canSetAway,
    onAway: (person: Person, isAway: boolean) =>
      isAway ? setLeaving(person) : back.mutate({ userId: person.id, name: person.name, isAway }),
  };
  const others = colleagues.filter(({ id, isActive }) => isActive && !inTeams.has(id)).map(({ id }) => id);

  return (
    <SettingsScreen
      section="teams"
      title="Teams"
      subtitle="Who takes which tickets. A ticket has a team beside its assignee."
      icon={Users}
      one="team"
      many="teams"
      namedAs="team"
      list={list}
      onSettled={() => void cache.invalidateQueries({ queryKey: api.teams.key() })}
      remove={(id) => api.teams.remove.call({ id })}
      canChange={can("teams:manage")}
      emptyTitle="No teams yet"
      emptyText="Returns, Wholesale, French: make a team of those who answer the same kind of tickets. It can give each ticket to the member with the fewest."
      renderForm={(props) => <TeamDialog {...props} />}
      renderText={(team) => (
        <>
          <h3 className="font-semibold break-anywhere">
            <bdi>{team.name}</bdi>
          </h3>
          <p className="text-sm text-soft">{wayOf(team)}</p>
        </>
      )}
      renderBelow={(team) => <Members label={`Members of ${team.name}`} memberIds={team.memberIds} {...people} />}
      renderLoss={({ name }) => (
        <>
          Tickets of “<bdi>{name}</bdi>” stay with their assignees and have no team any more. Rules that name it say so,
          and its canned responses become everybody’s.
        </>
      )}
    >
      <FailureBanner error={back.error} title="Not changed" onDismiss={back.reset} />
      <ReleasesNotice />
      {list.data !== undefined && others.some(canSetAway) && (
        <section className="mt-4 flex flex-col gap-1 px-3">
          <h3 className="font-semibold text-sm">In no team</h3>
          <Members label="People in no team" memberIds={others} {...people} />
        </section>
      )}
      {leaving !== null && (
        <GoAwayDialog person={leaving} isSelf={leaving.id === user?.id} onClose={() => setLeaving(null)} />
      )}
    </SettingsScreen>
  );
}

/** Says how a team's tickets find somebody. */
function wayOf({ givesOut, openLimit, tellAfterMinutes }: Team): string {
  const limit = openLimit === null ? "" : `, up to ${openLimit.toLocaleString("en-US")} each`;
  const way = givesOut
    ? `Each ticket goes to the member who is online with the fewest open tickets${limit}.`
    : "Members take tickets themselves.";
  return tellAfterMinutes === null
    ? way
    : `${way} Supervisors are told of a ticket that nobody has had for ${counted(tellAfterMinutes, "minute")}.`;
}

interface MembersProps {
  /** The list's name for screen readers. */
  label: string;
  memberIds: readonly string[];
  awayIds: ReadonlySet<string>;
  loads: readonly Load[];
  canSetAway: (userId: string) => boolean;
  onAway: (person: Person, isAway: boolean) => void;
}

function Members({ label, memberIds, awayIds, loads, canSetAway, onAway }: MembersProps) {
  const { nameOf } = useColleagues();
  const members = memberIds
    .map((id) => ({ id, name: nameOf(id) ?? "…" }))
    .sort((one, other) => one.name.localeCompare(other.name));
  if (members.length === 0) return <p className="text-amber text-sm">Nobody is in this team.</p>;
  return (
    <ul aria-label={label} className="grid gap-x-8 xl:grid-cols-2">
      {members.map((person) => (
        <Member
          key={person.id}
          person={person}
          isAway={awayIds.has(person.id)}
          load={loads.find(({ userId }) => userId === person.id)}
          onAway={canSetAway(person.id) ? onAway : undefined}
        />
      ))}
    </ul>
  );
}

interface MemberProps {
  person: Person;
  isAway: boolean;
  load: Load | undefined;
  onAway: MembersProps["onAway"] | undefined;
}

function Member({ person, isAway, load, onAway }: MemberProps) {
  return (
    <li className="flex min-w-0 items-center gap-2 py-1 text-sm">
      <bdi className="min-w-0 truncate" title={person.name}>
        {person.name}
      </bdi>
      {isAway ? (
        <Badge tone="amber">Away</Badge>
      ) : (
        load !== undefined && (
          <Badge tone={load.isOnline ? "green" : "grey"}>{load.isOnline ? "Online" : "Offline"}</Badge>
        )
      )}
      {load !== undefined && (
        <span className="whitespace-nowrap text-faint text-xs tabular">{counted(load.openTickets, "open ticket")}</span>
      )}
      {onAway !== undefined && (
        <Button
          size="sm"
          variant="ghost"
          className="ml-auto"
          aria-label={isAway ? `${person.name} is back` : `Set ${person.name} away`}
          onClick={() => onAway(person, !isAway)}
        >
          {isAway ? "Back" : "Set away"}
        </Button>
      )}
    </li>
  );
}
