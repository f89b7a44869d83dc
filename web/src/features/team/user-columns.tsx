import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { TeamUser } from "@deskhand/contract/team";
import type { ReactNode } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Pill } from "../../ui/pill.tsx";
import type { Column } from "../../ui/table.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import { roleWords } from "./role-field.tsx";

/** An admin's actions on a team member. */
export type TeamAction = "edit" | "deactivate" | "activate" | "delete" | "resend" | "reset-factor";

interface ColumnOptions {
  selfId: string | undefined;
  /** Absent without permission. */
  act: ((deed: TeamAction, user: TeamUser) => void) | undefined;
  /** The member whose change is pending. */
  busyId: string | undefined;
  /** Links to a member's audit log. */
  logLink: (user: TeamUser) => ReactNode;
}

/** The columns of the team table (docs/product.md#the-team). */
export function userColumns({ selfId, act, busyId, logLink }: ColumnOptions): Column<TeamUser>[] {
  const columns: Column<TeamUser>[] = [
    {
      heading: "User",
      onCard: "title",
      sortBy: ({ name }) => name.toLowerCase(),
      cell: (user) => <Person user={user} isSelf={user.id === selfId} />,
    },
    {
      heading: "Role",
      onCard: "plain",
      sortBy: ({ role }) => role,
      cell: ({ role }) => <Badge tone={roleWords[role].tone}>{roleWords[role].label}</Badge>,
    },
    {
      heading: "Status",
      onCard: "plain",
      sortBy: ({ isActive, invitedAt }) => `${isActive ? 0 : 1}${invitedAt ?? ""}`,
      cell: ({ isActive, invitedAt, hasTwoFactor = false }) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {(invitedAt === null || !isActive) && (
            <Pill tone={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Pill>
          )}
          {invitedAt !== null && <Badge tone="amber">Invited</Badge>}
          {hasTwoFactor && <Badge>Two-factor</Badge>}
        </span>
      ),
    },
    {
      heading: "Last Login",
      sortBy: ({ lastLogin }) => lastLogin ?? "",
      cell: ({ lastLogin }) => (
        <span className="whitespace-nowrap text-soft tabular">
          {lastLogin === null ? "Never" : formatDateTime(lastLogin)}
        </span>
      ),
    },
  ];
  if (act === undefined) return columns;
  const cell = (user: TeamUser) => (
    <Actions user={user} isSelf={user.id === selfId} isBusy={user.id === busyId} act={act} logLink={logLink} />
  );
  return [...columns, { heading: "Actions", onCard: "actions", cell }];
}

function Person({ user: { name, email, avatar }, isSelf }: { user: TeamUser; isSelf: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 as-row:min-w-48">
      <Avatar name={name} url={avatar} />
      <span className="flex min-w-0 flex-col">
        <span title={name} className="line-clamp-2 font-medium break-anywhere">
          <bdi>{name}</bdi>
          {isSelf && <span className="font-normal text-soft"> (You)</span>}
        </span>
        <span title={shownAddress(email)} className="line-clamp-2 break-anywhere text-soft text-xs">
          {shownAddress(email)}
        </span>
      </span>
    </span>
  );
}

function Resend({ user, isBusy, act }: Pick<ActionsProps, "user" | "isBusy" | "act">) {
  // The page's clock advances every half minute, but an invitation may be newer.
  const now = Math.max(useNow(), Date.now());
  const minutes = Math.ceil((Date.parse(user.invitableFrom ?? "") - now) / 60_000);
  const label = minutes > 0 ? `Resend in ${waitWords(minutes)}` : "Resend invitation";
  return (
    <Button
      size="sm"
      disabled={isBusy || minutes > 0}
      title={minutes > 0 ? "One invitation goes to an address every 10 minutes, and 5 a day" : undefined}
      aria-label={`${label} ${user.name}`}
      onClick={() => act("resend", user)}
    >
      {label}
    </Button>
  );
}

const waitWords = (minutes: number) => (minutes < 60 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`);

interface ActionsProps {
  user: TeamUser;
  isSelf: boolean;
  isBusy: boolean;
  act: (deed: TeamAction, user: TeamUser) => void;
  logLink: (user: TeamUser) => ReactNode;
}

function Actions({ user, isSelf, isBusy, act, logLink }: ActionsProps) {
  const { name, isActive, invitedAt, hasTwoFactor = false } = user;
  const button = (deed: TeamAction, label: string, ownReason: string) => (
    <Button
      size="sm"
      variant={deed === "delete" ? "danger" : "secondary"}
      disabled={isSelf || isBusy}
      title={isSelf ? ownReason : undefined}
      aria-label={`${label} ${name}`}
      onClick={() => act(deed, user)}
    >
      {label}
    </Button>
  );
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 as-row:flex-nowrap">
      {invitedAt !== null && isActive && <Resend user={user} isBusy={isBusy} act={act} />}
      {button("edit", "Edit", "You cannot edit your own role")}
      {hasTwoFactor && !isSelf && button("reset-factor", "Reset Two-Factor", "")}
      {isActive
        ? button("deactivate", "Deactivate", "You cannot deactivate yourself")
        : button("activate", "Activate", "You cannot activate yourself")}
      {button("delete", "Delete", "You cannot delete yourself")}
      {logLink(user)}
    </span>
  );
}
