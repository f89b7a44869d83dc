import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { limits } from "@deskhand/contract/limits";
import { isFoundBy } from "@deskhand/contract/search/search-line";
import type { TeamUser, TeamUsers } from "@deskhand/contract/team";
import { useQuery } from "@tanstack/react-query";
import { Headset, ShieldCheck, UserCheck, UserPlus, Users } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { SearchBox } from "../../screens/search/search-field.tsx";
import { announce } from "../../ui/announcer.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { FigureCard } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { RenderProof } from "../../ui/form/render-proof.ts";
import { PartHeader } from "../../ui/part-header.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { Table } from "../../ui/table.tsx";
import { useActivate, useDeactivate, useDelete, useResend } from "./use-team.ts";
import { type TeamAction, userColumns } from "./user-columns.tsx";
import { ConfirmDialog, EditUserDialog, InviteDialog, ResetFactorDialog } from "./user-dialogs.tsx";

type OpenDialog =
  | { deed: "invite" }
  | { deed: "edit" | "deactivate" | "delete" | "reset-factor"; user: TeamUser }
  | null;

interface UsersScreenProps {
  /** What is said of the tickets of people who were removed. */
  notice?: ReactNode;
  /** Links to a member's audit log. */
  logLink: (user: TeamUser) => ReactNode;
  /** Asks an admin to confirm who they are before removing a second factor. */
  renderProof: RenderProof;
}

/** The team, with actions for admins (docs/product.md#the-team). */
export function UsersScreen({ notice, logLink, renderProof }: UsersScreenProps) {
  const { user: self, can } = useSession();
  const { data, error, refetch, isRefetching } = useQuery(api.team.users.queryOptions({ refetchOnMount: "always" }));
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<OpenDialog>(null);
  const [message, say] = useMessage();
  const close = () => setOpened(null);
  const closeAndSay = (text: string) => {
    close();
    say(text);
  };
  const deactivate = useDeactivate(closeAndSay);
  const remove = useDelete(closeAndSay);
  const activate = useActivate(say);
  const resend = useResend(say);
  const isAdmin = can("team:manage");

  function act(deed: TeamAction, user: TeamUser): void {
    for (const earlier of [deactivate, remove, activate, resend]) earlier.reset();
    if (deed === "activate") activate.mutate(user);
    else if (deed === "resend") resend.mutate(user);
    else setOpened({ deed, user });
  }
  const isFound = isFoundBy(search);
  const found = (data?.items ?? []).filter(({ name, email }) => isFound([name, email, shownAddress(email)].join("\n")));
  const busyId = [activate, resend].find(({ isPending }) => isPending)?.variables?.id;
  const columns = userColumns({ selfId: self?.id, act: isAdmin ? act : undefined, busyId, logLink });
  // The dialog closes when its member is gone or may no longer be changed.
  const chosen = isAdmin && opened !== null && opened.deed !== "invite" ? current(opened.user, data) : null;

  return (
    <>
      <PartHeader
        title="User Management"
        subtitle="Who works at this desk, and what they may do."
        action={
          isAdmin && (
            <Button
              variant="primary"
              icon={<UserPlus size={15} aria-hidden />}
              onClick={() => setOpened({ deed: "invite" })}
            >
              Invite Team Member
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-3">
        {self !== null && !isAdmin && (
          <Banner kind="info" title="View Only Access">
            Only administrators can invite, edit, deactivate and delete users.
          </Banner>
        )}
        {notice}
        {message !== null && (
          <Banner kind="success" onDismiss={() => say(null)}>
            {message}
          </Banner>
        )}
        <FailureBanner error={activate.error} title="Failed to activate user" onDismiss={activate.reset} />
        <FailureBanner error={resend.error} title="Failed to invite user" onDismiss={resend.reset} />
        <FailureBanner
          error={data === undefined ? error : null}
          title="Failed to load users"
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
        />
        {(data !== undefined || error === null) && <Stats stats={data?.stats} />}
        {data === undefined ? (
          error === null && <TableSkeleton rows={4} />
        ) : data.items.length === 0 ? (
          <EmptyState icon={<Users size={20} aria-hidden />} title="No users found" />
        ) : (
          <>
            <SearchBox noun="users" delayMs={0} search={search} onSearch={setSearch} className="w-full sm:max-w-80" />
            {found.length === 0 ? (
              <EmptyState icon={<Users size={20} aria-hidden />} title="No users found">
                Nobody has this in their name or address.
              </EmptyState>
            ) : (
              <Table wide={isAdmin} label="Users" columns={columns} rows={found} />
            )}
          </>
        )}
      </div>
      {isAdmin && opened?.deed === "invite" && <InviteDialog onInvited={say} onClose={close} />}
      {chosen !== null && opened?.deed === "edit" && (
        <EditUserDialog key={chosen.role} user={chosen} onDone={say} onClose={close} />
      )}
      {chosen !== null && opened?.deed === "reset-factor" && (
        <ResetFactorDialog user={chosen} renderProof={renderProof} onDone={closeAndSay} onClose={close} />
      )}
      {chosen !== null && (opened?.deed === "deactivate" || opened?.deed === "delete") && (
        <ConfirmDialog
          user={chosen}
          deed={opened.deed}
          change={opened.deed === "delete" ? remove : deactivate}
          onClose={close}
        />
      )}
    </>
  );
}

function current({ id }: TeamUser, data: TeamUsers | undefined): TeamUser | null {
  return data?.items.find((user) => user.id === id) ?? null;
}

function Stats({ stats }: { stats: TeamUsers["stats"] | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FigureCard title="Total Users" Icon={Users} value={stats?.total.toString()} />
      <FigureCard title="Admins" Icon={ShieldCheck} value={stats?.admins.toString()} />
      <FigureCard title="Active Users" Icon={UserCheck} value={stats?.active.toString()} />
      <FigureCard title="Agents" Icon={Headset} value={stats?.agents.toString()} />
    </dl>
  );
}

/** A success message, which disappears by itself. */
function useMessage(): [string | null, (text: string | null) => void] {
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => {
    if (message === null) return;
    announce(message);
    const timer = setTimeout(() => setMessage(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage];
}
