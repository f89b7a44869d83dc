import type { SessionList } from "@deskhand/contract/account";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { api } from "../../../lib/api.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";

type Session = SessionList["items"][number];

/** The user's sessions, each of which can be ended. */
export function SessionsPanel() {
  const { data, error, refetch } = useQuery(api.account.sessions.queryOptions({ refetchOnMount: "always" }));
  const sessions = useEndSessions();

  const columns: Column<Session>[] = [
    {
      heading: "Device",
      onCard: "title",
      sortBy: ({ device }) => device,
      cell: (session) => <Device session={session} />,
    },
    {
      heading: "Last used",
      sortBy: ({ isCurrent, lastUsedAt }) => (isCurrent ? Number.POSITIVE_INFINITY : Date.parse(lastUsedAt)),
      cell: ({ isCurrent, lastUsedAt }) =>
        isCurrent ? "Active now" : <RelativeTime at={lastUsedAt} smallest="minute" className="whitespace-nowrap" />,
    },
    {
      heading: "Signed in",
      sortBy: ({ createdAt }) => Date.parse(createdAt),
      cell: ({ createdAt }) => <span className="whitespace-nowrap text-soft">{formatDateTime(createdAt)}</span>,
    },
    {
      heading: "End it",
      onCard: "action",
      cell: ({ id, device, createdAt, isCurrent }) =>
        !isCurrent && (
          <Button
            size="sm"
            disabled={sessions.ending !== null}
            busy={sessions.ending === id}
            busyText="Signing out..."
            aria-label={`Sign out ${device}, signed in ${formatDateTime(createdAt)}`}
            onClick={() => sessions.end(id)}
          >
            Sign out
          </Button>
        ),
    },
  ];

  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        You are signed in on these devices. End what you do not know, then change your password.
      </p>
      <FailureBanner error={sessions.error} onDismiss={sessions.clearError} />
      {data === undefined && sessions.error === null && <FailureBanner error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton className="h-32 w-full rounded-panel" />}
      {data !== undefined && <Table label="Sessions" columns={columns} rows={data.items} />}
      {data !== undefined && data.items.length > 1 && (
        <div>
          <Button
            variant="danger"
            disabled={sessions.ending !== null}
            busy={sessions.ending === "others"}
            busyText="Signing out..."
            onClick={() => sessions.end("others")}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </div>
  );
}

function Device({ session: { device, isHandheld, ip, isCurrent, awaitsCode } }: { session: Session }) {
  const Icon = isHandheld ? Smartphone : Monitor;
  return (
    <span className="flex gap-2.5">
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-soft" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium break-anywhere">{device}</span>
        {isCurrent && <Badge tone="green">This device</Badge>}
        {awaitsCode && <Badge tone="amber">Waiting for the code</Badge>}
        {ip !== null && <span className="basis-full break-anywhere font-mono text-soft text-xs">{ip}</span>}
      </span>
    </span>
  );
}

/** Ends another session by its id, or "others", and refreshes the list. */
function useEndSessions() {
  const cache = useQueryClient();
  const queryKey = api.account.sessions.queryKey();

  const end = useMutation({
    mutationFn: (id: string): Promise<SessionList> =>
      id === "others" ? api.account.endOtherSessions.call() : api.account.endSession.call({ id }),
    ...failsOffline,
    onSuccess(list, id) {
      cache.setQueryData(queryKey, list);
      announce(id === "others" ? "Signed out everywhere else" : "Signed out there");
    },
    // The list may be outdated.
    onError: () => cache.invalidateQueries({ queryKey }),
  });

  // An already ended session is a success.
  const isOver = isDefinedError(end.error) && end.error.code === "session_not_found";
  return {
    /** The session being ended: its id, "others", or null. */
    ending: end.isPending ? end.variables : null,
    error: isOver ? null : end.error,
    clearError: end.reset,
    end: (id: string) => end.mutate(id),
  };
}
