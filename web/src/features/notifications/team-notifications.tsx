import type { TeamNotifications as Team } from "@deskhand/contract/notifications";
import { type NotificationType, notificationTypes } from "@deskhand/contract/vocabulary";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { PanelSkeleton } from "../../ui/skeleton.tsx";
import { notificationWords } from "./notification-words.tsx";

/** The defaults for new colleagues, and who receives which type (docs/product.md#notifications-of-the-team). */
export function TeamNotifications() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(api.notifications.team.queryOptions({ refetchOnMount: "always" }));
  const change = useMutation(
    api.notifications.setTeamDefaults.mutationOptions({
      ...failsOffline,
      onSuccess: (saved) => cache.setQueryData(api.notifications.team.queryKey(), saved),
    }),
  );

  function want(type: NotificationType, isWanted: boolean, { wanted }: Team) {
    change.mutate({ wanted: notificationTypes.filter((each) => (each === type ? isWanted : wanted.includes(each))) });
  }
  return (
    <>
      <PartHeader
        title="Notifications"
        subtitle="What your team is notified of. What is switched off here is off for everybody who has not chosen in their own settings yet, new people too."
      />
      <div className="flex flex-col gap-3">
        <FailureBanner error={change.error} title="Not saved" onDismiss={change.reset} />
        {data === undefined ? (
          error === null ? (
            <PanelSkeleton lines={9} />
          ) : (
            <FailureBanner error={error} title="The notifications could not be loaded" onRetry={() => void refetch()} />
          )
        ) : (
          <Card className="divide-y divide-line">
            {notificationTypes.map((type) => (
              <Switch
                key={type}
                label={notificationWords[type].label}
                description={
                  <>
                    {notificationWords[type].whom}.{" "}
                    <OffFor people={data.people.filter(({ unwanted }) => unwanted.includes(type))} />
                  </>
                }
                checked={(change.isPending ? change.variables : data).wanted.includes(type)}
                disabled={change.isPending}
                onChange={(isWanted) => want(type, isWanted, data)}
              />
            ))}
          </Card>
        )}
      </div>
    </>
  );
}

/** Who does not receive a type, by their own choice or by default. */
function OffFor({ people }: { people: Team["people"] }) {
  if (people.length === 0) return null;
  return (
    <span className="text-amber">
      Switched off for <bdi>{people.map(({ name }) => name).join(", ")}</bdi>.
    </span>
  );
}
