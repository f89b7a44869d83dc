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

/** What each type is about, and who receives it (docs/product.md#what-is-notified). */
const about: Record<NotificationType, { label: string; whom: string }> = {
  new_ticket: { label: "New tickets", whom: "Everybody, but who created the ticket" },
  customer_reply: { label: "Customer replies", whom: "Everybody" },
  ticket_assigned: { label: "Assigned tickets", whom: "Whom the ticket was assigned to, unless they did it" },
  ticket_status_change: { label: "Status changes", whom: "Whom the ticket is assigned to, unless they did it" },
  mention: { label: "Mentions in notes", whom: "Whom the note names" },
  delivery_failed: { label: "Replies that could not be delivered", whom: "Who wrote the reply" },
  mail_notice: { label: "Limits, faults and silence of mail", whom: "Admins" },
  snooze_ended: {
    label: "Tickets that are back from a snooze",
    whom: "Whom the ticket is assigned to, else who put it off",
  },
  target_at_risk: { label: "Targets at risk", whom: "Whom the ticket is assigned to, else supervisors" },
  target_breached: { label: "Breached targets", whom: "Whom the ticket is assigned to, else supervisors" },
  store_notice: { label: "Faults of the connection to Shopify", whom: "Admins" },
  store_export: { label: "Exports of the store", whom: "The admin who asked for it" },
  ticket_untaken: { label: "Tickets of a team that nobody has taken", whom: "Supervisors and admins" },
  incident: { label: "Incidents: what several customers wrote of within hours", whom: "Everybody" },
  order_approval: { label: "Approval of actions on orders", whom: "Who may approve it; the decision, who asked" },
  low_rating: { label: "Low ratings", whom: "Who had the ticket; supervisors and admins" },
};

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
                label={about[type].label}
                description={
                  <>
                    {about[type].whom}.{" "}
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
