import type { Security, SignInProvider } from "@deskhand/contract/admin/security";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { counted, formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { announce } from "../../ui/announcer.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { RelativeTime } from "../../ui/time/relative-time.tsx";

const names: Record<SignInProvider, string> = { google: "Google", twitter: "Twitter" };

/** The providers that the team may sign in with (docs/product.md#security-of-the-team). */
export function WaysToSignIn() {
  const { data } = useSecurity();
  const allow = useAllowProvider();
  if (data === undefined) return null;
  return (
    <Card className="flex flex-col gap-1">
      {data.providers.map(({ id, isOffered, isAllowed }) => (
        <Switch
          key={id}
          label={`Allow signing in with ${names[id]}`}
          description={
            isOffered
              ? "Passwords and passkeys work either way. Whoever is signed in stays so."
              : `This installation does not offer ${names[id]} at the moment.`
          }
          checked={allow.isPending && allow.variables.provider === id ? allow.variables.isAllowed : isAllowed}
          disabled={allow.isPending}
          onChange={(wanted) => allow.mutate({ provider: id, isAllowed: wanted })}
        />
      ))}
      <FailureBanner error={allow.error} onDismiss={allow.reset} />
    </Card>
  );
}

/** Team members without a second factor. */
export function WithoutTwoFactor() {
  const { data } = useQuery(api.team.users.queryOptions());
  if (data === undefined) return null;
  const without = data.items.filter((user) => user.isActive && user.invitedAt === null && user.hasTwoFactor === false);
  return (
    <p className="text-sm text-soft break-anywhere">
      {without.length === 0 ? (
        "Everybody who has joined has it."
      ) : (
        <>
          Without it now: <bdi>{without.map(({ name }) => name).join(", ")}</bdi>
        </>
      )}
    </p>
  );
}

type Session = Security["sessions"][number];
type Member = { id: string; name: string };

/**
 * The team's sessions, each of which can be ended (docs/product.md#security-of-the-team); `onOpenOwn` leads to one's
 * own.
 */
export function TeamSessions({ onOpenOwn }: { onOpenOwn: () => void }) {
  const { user: self } = useSession();
  const { data, error, refetch } = useSecurity();
  const { data: team } = useQuery(api.team.users.queryOptions());
  const [confirming, setConfirming] = useState<Member | null>(null);
  const signOut = useSignOut(() => setConfirming(null));
  if (data === undefined) {
    return error === null ? (
      <TableSkeleton rows={3} />
    ) : (
      <FailureBanner error={error} title="The sessions could not be loaded" onRetry={() => void refetch()} />
    );
  }
  const nameOf = (userId: string) => team?.items.find(({ id }) => id === userId)?.name ?? "";
  const devices = data.sessions.filter(({ userId }) => userId === confirming?.id).length;
  const columns: Column<Session>[] = [
    {
      heading: "User",
      onCard: "title",
      sortBy: ({ userId }) => nameOf(userId).toLowerCase(),
      cell: ({ userId }) => (
        <span className="font-medium break-anywhere">
          <bdi>{nameOf(userId)}</bdi>
          {userId === self?.id && <span className="font-normal text-soft"> (You)</span>}
        </span>
      ),
    },
    {
      heading: "Device",
      onCard: "plain",
      sortBy: ({ device }) => device,
      cell: (session) => <Device session={session} />,
    },
    {
      heading: "Last used",
      sortBy: ({ lastUsedAt }) => Date.parse(lastUsedAt),
      cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} smallest="minute" className="whitespace-nowrap" />,
    },
    {
      heading: "Signed in",
      sortBy: ({ createdAt }) => Date.parse(createdAt),
      cell: ({ createdAt }) => <span className="whitespace-nowrap text-soft tabular">{formatDateTime(createdAt)}</span>,
    },
    {
      heading: "End it",
      onCard: "action",
      cell: ({ userId }) =>
        userId === self?.id ? (
          <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={onOpenOwn}>
            In your settings
          </Button>
        ) : (
          <Button
            size="sm"
            aria-label={`Sign out ${nameOf(userId)}`}
            onClick={() => {
              signOut.reset();
              setConfirming({ id: userId, name: nameOf(userId) });
            }}
          >
            Sign out
          </Button>
        ),
    },
  ];
  return (
    <>
      <Table label="Sessions of the team" columns={columns} rows={data.sessions} />
      {confirming !== null && (
        <DangerDialog
          title="Sign Out"
          confirmText="Sign out everywhere"
          busyText="Signing out..."
          isBusy={signOut.isPending}
          onConfirm={() => signOut.mutate({ id: confirming.id })}
          onClose={() => setConfirming(null)}
        >
          <FailureBanner error={signOut.error} title="Not signed out" onDismiss={signOut.reset} />
          <p className="break-anywhere">
            Sign <bdi>{confirming.name}</bdi> out everywhere ({counted(devices, "session")})?
          </p>
          <p className="text-soft">
            They can sign in again with their password. Where you think that somebody else knows it, have them change
            it.
          </p>
        </DangerDialog>
      )}
    </>
  );
}

function Device({ session: { device, isHandheld, ip, awaitsCode } }: { session: Session }) {
  const Icon = isHandheld ? Smartphone : Monitor;
  return (
    <span className="flex gap-2.5">
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-soft" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="break-anywhere">{device}</span>
        {awaitsCode && <Badge tone="amber">Waiting for the code</Badge>}
        {ip !== null && <span className="basis-full break-anywhere font-mono text-soft text-xs">{ip}</span>}
      </span>
    </span>
  );
}

/** The team's sign-in security. */
function useSecurity() {
  return useQuery(api.security.read.queryOptions({ refetchOnMount: "always" }));
}

function useKept() {
  const cache = useQueryClient();
  return (saved: Security) => cache.setQueryData(api.security.read.queryKey(), saved);
}

/** Allows or forbids signing in with a provider. */
function useAllowProvider() {
  const keep = useKept();
  return useMutation(api.security.allowProvider.mutationOptions({ ...failsOffline, onSuccess: keep }));
}

/** Signs a colleague out everywhere. */
function useSignOut(onDone: () => void) {
  const keep = useKept();
  return useMutation(
    api.security.signOut.mutationOptions({
      ...failsOffline,
      onSuccess(saved) {
        keep(saved);
        announce("Signed out everywhere");
        onDone();
      },
    }),
  );
}
