import type { Webhook } from "@deskhand/contract/admin/webhooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { SecretDialog } from "../../screens/settings/secret-dialog.tsx";
import { SettingsScreen } from "../../screens/settings/settings-screen.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { deliveryStates } from "./delivery-states.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

type Asking = { kind: "replace" | "deliveries"; webhook: Webhook } | { kind: "secret"; name: string; secret: string };

/** Where rules send word of a ticket to, and what became of each delivery (docs/product.md#webhooks-of-a-store). */
export function WebhooksScreen() {
  const cache = useQueryClient();
  const list = useQuery(api.webhooks.list.queryOptions());
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const replace = useMutation({
    ...failsOffline,
    async mutationFn({ id, name }: Webhook) {
      const { secret } = await api.webhooks.replaceSecret.call({ id });
      return { name, secret };
    },
    onSuccess: (replaced) => setAsking({ kind: "secret", ...replaced }),
  });
  return (
    <SettingsScreen
      section="webhooks"
      title="Webhooks"
      subtitle="Addresses of other programs. A rule with the action “Send to the webhook” tells them of a ticket, signed by the rules of Standard Webhooks."
      icon={WebhookIcon}
      one="webhook"
      many="webhooks"
      namedAs="webhook"
      newLabel="Add Webhook"
      list={list}
      onSettled={() => void cache.invalidateQueries({ queryKey: api.webhooks.key() })}
      remove={(id) => api.webhooks.remove.call({ id })}
      emptyTitle="No webhooks yet"
      emptyText="Add the address of a program that should hear of tickets, such as a chat or an automation, and a rule that sends to it."
      renderForm={(props) => <WebhookDialog {...props} onSecret={(made) => setAsking({ kind: "secret", ...made })} />}
      renderText={(webhook) => <WebhookText webhook={webhook} />}
      renderButtons={(webhook) => (
        <>
          <Button
            size="sm"
            aria-label={`Deliveries to ${webhook.name}`}
            onClick={() => setAsking({ kind: "deliveries", webhook })}
          >
            Deliveries
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Replace the secret of ${webhook.name}`}
            onClick={() => setAsking({ kind: "replace", webhook })}
          >
            Replace Secret
          </Button>
        </>
      )}
      renderLoss={({ name }) =>
        `Nothing is sent to “${name}” any more, also not what waits. Rules that send to it do the rest of what they say.`
      }
    >
      {asking?.kind === "secret" && (
        <SecretDialog title={`Secret of ${asking.name}`} secret={asking.secret} what="secret" onClose={close}>
          Give it to the program at the other end, which checks with it that a delivery is yours.
        </SecretDialog>
      )}
      {asking?.kind === "deliveries" && <DeliveriesDialog webhook={asking.webhook} onClose={close} />}
      {asking?.kind === "replace" && (
        <DangerDialog
          title="Replace Secret"
          confirmText="Replace Secret"
          busyText="Replacing..."
          isBusy={replace.isPending}
          onConfirm={() => replace.mutate(asking.webhook)}
          onClose={close}
        >
          <p className="break-anywhere">
            From now on deliveries to “{asking.webhook.name}” are signed with another secret. Its program refuses them
            until it knows the new one.
          </p>
          <FailureBanner error={replace.error} title="The secret was not replaced" onDismiss={replace.reset} />
        </DangerDialog>
      )}
    </SettingsScreen>
  );
}

function WebhookText({ webhook: { name, url, madeBy, createdAt, pausedAt, last } }: { webhook: Webhook }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-semibold break-anywhere">{name}</bdi>
        {pausedAt !== null && <Badge tone="red">Paused</Badge>}
        {last !== null && last.state !== "done" && (
          <Badge tone={deliveryStates[last.state].tone}>Last delivery: {deliveryStates[last.state].label}</Badge>
        )}
      </p>
      <p className="mt-0.5 font-mono text-sm text-soft break-anywhere">{url}</p>
      {pausedAt !== null && (
        <p className="mt-1 text-sm text-soft">
          Nothing is sent since {formatDateTime(pausedAt)}, as its receiver took nothing. Send a test under Deliveries:
          once it is taken, the webhook goes on.
        </p>
      )}
      <p className="mt-1 text-faint text-xs">
        {last === null ? "Nothing was sent yet" : `Last delivery ${formatDateTime(last.at)}`} · added by{" "}
        <bdi>{madeBy ?? "somebody who left"}</bdi>, {formatDateTime(createdAt)}
      </p>
    </>
  );
}
