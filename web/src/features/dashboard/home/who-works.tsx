import type { LeadHome, presences, Worker, WorkingTeam } from "@deskhand/contract/home/home";
import { openOf, untakenOf } from "@deskhand/contract/home/home-lists";
import { type ReactNode, useState } from "react";
import { counted } from "../../../lib/format.ts";
import { cx } from "../../../ui/cx.ts";
import { PanelFrame } from "../panel.tsx";
import { CountLink } from "./count-link.tsx";
import { ListLink } from "./list-link.tsx";

type Presence = (typeof presences)[number];

const dotClass: Record<Presence, string> = { online: "bg-green", away: "bg-amber", offline: "bg-edge" };
const order: readonly Presence[] = ["online", "away", "offline"];
/** So many people of a team are shown before somebody asks for all. */
const FIRST = 8;

/** Who is there, team by team, with how many open tickets each has; a press opens these. */
export function WhoWorks({ lead: { people, teams }, className }: { lead: LeadHome; className: string }) {
  const inTeams = new Set(teams.flatMap(({ memberIds }) => memberIds));
  const others = people.filter(({ id }) => !inTeams.has(id));
  const number = (presence: Presence) => people.filter((person) => person.presence === presence).length;
  return (
    <PanelFrame
      title="Who Is Working"
      subtitle={`${number("online")} online, ${number("away")} away`}
      className={className}
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        {teams.map((team) => (
          <Team key={team.id} team={team} people={people.filter(({ id }) => team.memberIds.includes(id))} />
        ))}
        {others.length > 0 && (
          <People title={teams.length === 0 ? null : "In no team"} label="People in no team" people={others} />
        )}
      </div>
    </PanelFrame>
  );
}

function Team({ team: { id, name, untaken }, people }: { team: WorkingTeam; people: readonly Worker[] }) {
  const words = untaken === 1 ? "waits for somebody" : "wait for somebody";
  return (
    <People
      title={name}
      label={`Members of ${name}`}
      people={people}
      beside={untaken > 0 && <CountLink words={words} tone="amber" list={untakenOf(id)} count={untaken} />}
    />
  );
}

interface PeopleProps {
  title: string | null;
  /** The list's name for screen readers. */
  label: string;
  people: readonly Worker[];
  beside?: ReactNode;
}

function People({ title, label, people, beside }: PeopleProps) {
  const [showsAll, setShowsAll] = useState(false);
  const sorted = order.flatMap((presence) => people.filter((person) => person.presence === presence));
  const shown = showsAll ? sorted : sorted.slice(0, FIRST);
  return (
    <div>
      {title !== null && (
        <h3 className="mb-1 flex min-h-7 flex-wrap items-center gap-x-2 font-medium text-sm text-soft">
          <bdi className="min-w-0 break-anywhere">{title}</bdi>
          {beside}
        </h3>
      )}
      <ul aria-label={label} className="flex flex-wrap gap-1.5">
        {shown.map((person) => (
          <Person key={person.id} person={person} />
        ))}
        {sorted.length > FIRST && (
          <li>
            <button
              type="button"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
              className="min-h-7 rounded-control px-2 text-faint text-sm hover:bg-hover hover:text-ink touch:min-h-touch"
            >
              {showsAll ? "Show fewer" : `and ${sorted.length - FIRST} more`}
            </button>
          </li>
        )}
      </ul>
      {people.length === 0 && <p className="text-amber text-sm">Nobody is in this team.</p>}
    </div>
  );
}

function Person({ person: { id, name, presence, openTickets } }: { person: Worker }) {
  return (
    <li className="min-w-0 max-w-full">
      <ListLink
        list={openOf(id)}
        title={`${name} is ${presence}, with ${counted(openTickets, "open ticket")}`}
        className={cx(
          "inline-flex min-h-7 max-w-full items-center gap-2 rounded-control border border-line px-2 text-sm transition-colors duration-120 hover:bg-hover touch:min-h-touch",
          presence === "offline" && "text-faint",
        )}
      >
        <span aria-hidden className={cx("size-2 shrink-0 rounded-full", dotClass[presence])} />
        <bdi className="min-w-0 truncate">{name}</bdi>
        <span className="sr-only">{`, ${presence}, ${counted(openTickets, "open ticket")}`}</span>
        <span aria-hidden className="text-faint tabular">
          {openTickets.toLocaleString("en-US")}
        </span>
      </ListLink>
    </li>
  );
}
