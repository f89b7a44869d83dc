import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { failureText } from "../../../lib/failure.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SessionItem } from "./session-item.tsx";
import { useEndSessions } from "./use-end-sessions.ts";

/** Where one is signed in, each with a way to end it. */
export function SessionsPanel() {
  const { data, error, refetch } = useQuery(api.account.sessions.queryOptions({ refetchOnMount: "always" }));
  const sessions = useEndSessions();
  const failure = sessions.error ?? (data === undefined ? error : null);

  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        You are signed in on these devices. End what you do not know, then change your password.
      </p>
      {failure !== null && (
        <Banner
          kind="error"
          onRetry={sessions.error === null ? () => void refetch() : undefined}
          onDismiss={sessions.error === null ? undefined : sessions.clearError}
        >
          {failureText(failure)}
        </Banner>
      )}
      {data === undefined && error === null && <Skeleton className="h-32 w-full rounded-panel" />}
      {data !== undefined && (
        <ul aria-label="Sessions" className="divide-y divide-line rounded-panel border border-line bg-panel">
          {data.items.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              isEnding={sessions.ending === session.id}
              disabled={sessions.ending !== null}
              onEnd={() => sessions.end(session.id)}
            />
          ))}
        </ul>
      )}
      {data !== undefined && data.items.length > 1 && (
        <div>
          <Button
            variant="danger"
            disabled={sessions.ending !== null}
            busy={sessions.ending === "others"}
            busyText="Signing out..."
            onClick={sessions.endOthers}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </div>
  );
}
