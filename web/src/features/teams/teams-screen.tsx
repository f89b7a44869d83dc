import type { Load, Team } from "@deskhand/contract/admin/teams";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useState } from "react";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { GoAwayDialog } from "./go-away-dialog.tsx";
import { TeamDialog } from "./team-dialog.tsx";
import { useSetAway } from "./use-away.ts";

type Person = { id: string; name: string };
type Asking = { kind: "new" } | { kind: "edit" | "delete"; team: Team } | { kind: "away"; person: Person } | null;

/** The store's teams with their members: admins change them, supervisors say who is away (docs/product.md#teams). */
export function TeamsScreen() {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: api.teams.key() });
  const { user, can } = useSession();
  const { data, error, refetch } = useQuery(api.teams.list.queryOptions({ refetchOnMount: "always" }));
  const { data: loads } = useQuery(api.teams.loads.queryOptions({ refetchOnMount: "always" }));
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const back = useSetAway();
  const remove = useMutation(
    api.teams.remove.mutationOptions({ ...failsOffline, onSettled: refresh, onSuccess: close }),
  );
  const isAdmin = can("teams:manage");
  const awayIds = new Set(data?.away.map(({ userId }) => userId));

  return (
    <>
      <PartHeader
        title="Teams"
        subtitle="Who takes which tickets. A ticket has a team beside its assignee."
        action={
          isAdmin && (
            <Button variant="primary" icon={<Users size={15} aria-hidden />} onClick={() => setAsking({ kind: "new" })}>
              New Team
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-3">
        <FailureBanner error={back.error} title="Not changed" onDismiss={back.reset} />
        <FailureBanner error={error} title="The teams could not be loaded" onRetry={() => void refetch()} />
        {data === undefined ? (
          error === null && <TableSkeleton rows={3} />
        ) : data.items.length === 0 ? (
          <EmptyState icon={<Users size={20} aria-hidden />} title="No teams yet">
            Returns, Wholesale, French: make a team of those who answer the same kind of tickets. It can give each
            ticket to the member with the fewest.
          </EmptyState>
        ) : (
          <ul aria-label="Teams" className="flex flex-col gap-2">
            {data.items.map((team) => (
              <TeamCard
                key={team.id}
                team={team}
                awayIds={awayIds}
                loads={loads?.items ?? []}
                onEdit={isAdmin ? () => setAsking({ kind: "edit", team }) : undefined}
                onDelete={isAdmin ? () => setAsking({ kind: "delete", team }) : undefined}
                canSetAway={(id) => id === user?.id || can("people:set-away")}
                onAway={(person, isAway) =>
                  isAway
                    ? setAsking({ kind: "away", person })
                    : back.mutate({ userId: person.id, name: person.name, isAway })
                }
              />
            ))}
          </ul>
        )}
      </div>
      {asking?.kind === "new" && <TeamDialog onClose={close} onSaved={refresh} />}
      {asking?.kind === "edit" && (
        <TeamDialog
          team={asking.team}
          current={data?.items.find(({ id }) => id === asking.team.id)}
          onClose={close}
          onSaved={refresh}
        />
      )}
      {asking?.kind === "away" && (
        <GoAwayDialog person={asking.person} isSelf={asking.person.id === user?.id} onClose={close} />
      )}
      {asking?.kind === "delete" && (
        <DangerDialog
          title="Delete Team"
          confirmText="Delete Team"
          busyText="Deleting..."
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ id: asking.team.id })}
          onClose={close}
        >
          <p className="break-anywhere">
            Tickets of “<bdi>{asking.team.name}</bdi>” stay with their assignees and have no team any more. Rules that
            name it say so, and its canned responses become everybody’s.
          </p>
          <FailureBanner error={remove.error} title="The team was not deleted" onDismiss={remove.reset} />
        </DangerDialog>
      )}
    </>
  );
}

interface TeamCardProps {
  team: Team;
  awayIds: ReadonlySet<string>;
  loads: readonly Load[];
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
  canSetAway: (userId: string) => boolean;
  onAway: (person: Person, isAway: boolean) => void;
}

function TeamCard({ team, awayIds, loads, onEdit, onDelete, canSetAway, onAway }: TeamCardProps) {
  const { name, memberIds } = team;
  const { nameOf } = useColleagues();
  const members = memberIds
    .map((id) => ({ id, name: nameOf(id) ?? "…" }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return (
    <li className="flex flex-col gap-2 rounded-panel border border-line bg-panel p-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-50 flex-1">
          <h3 className="font-semibold break-anywhere">
            <bdi>{name}</bdi>
          </h3>
          <p className="text-sm text-soft">{wayOf(team)}</p>
        </div>
        {onEdit !== undefined && (
          <div className="flex items-center gap-2">
            <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
            <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
              Delete
            </Button>
          </div>
        )}
      </div>
      {members.length === 0 ? (
        <p className="text-amber text-sm">Nobody is in this team.</p>
      ) : (
        <ul aria-label={`Members of ${name}`} className="grid gap-x-8 xl:grid-cols-2">
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
      )}
    </li>
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

interface MemberProps {
  person: Person;
  isAway: boolean;
  load: Load | undefined;
  onAway: TeamCardProps["onAway"] | undefined;
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
