import type { Webhook } from "@deskhand/contract/admin/webhooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { deliveryStates } from "./delivery-states.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

type Asking =
  | { kind: "new" }
  | { kind: "edit" | "delete" | "replace" | "deliveries"; webhook: Webhook }
  | { kind: "secret"; name: string; secret: string };

/** Where rules send word of a ticket to, and what became of each delivery (docs/product.md#webhooks-of-a-store). */
export function WebhooksScreen() {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: api.webhooks.key() });
  const { data, error, refetch } = useQuery(api.webhooks.list.queryOptions());
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const remove = useMutation(
    api.webhooks.remove.mutationOptions({ ...failsOffline, onSettled: refresh, onSuccess: close }),
  );
  const replace = useMutation({
    ...failsOffline,
    async mutationFn({ id, name }: Webhook) {
      const { secret } = await api.webhooks.replaceSecret.call({ id });
      return { name, secret };
    },
    onSuccess: (replaced) => setAsking({ kind: "secret", ...replaced }),
  });
  return (
    <>
      <PartHeader
        title="Webhooks"
        subtitle="Addresses of other programs. A rule with the action “Send to the webhook” tells them of a ticket, signed by the rules of Standard Webhooks."
        action={
          <Button
            variant="primary"
            icon={<WebhookIcon size={15} aria-hidden />}
            onClick={() => setAsking({ kind: "new" })}
          >
            Add Webhook
          </Button>
        }
      />
      <FailureBanner error={error} title="The webhooks could not be loaded" onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <TableSkeleton rows={3} />
      ) : data.items.length === 0 ? (
        <EmptyState icon={<WebhookIcon size={20} aria-hidden />} title="No webhooks yet">
          Add the address of a program that should hear of tickets, such as a chat or an automation, and a rule that
          sends to it.
        </EmptyState>
      ) : (
        <ul aria-label="Webhooks" className="flex flex-col gap-2">
          {data.items.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onAsk={(kind) => setAsking({ kind, webhook })} />
          ))}
        </ul>
      )}
      {asking?.kind === "new" && (
        <WebhookDialog
          onClose={close}
          onSaved={(secret, name) => {
            refresh();
            setAsking(secret === null ? null : { kind: "secret", name, secret });
          }}
        />
      )}
      {asking?.kind === "edit" && (
        <WebhookDialog
          webhook={asking.webhook}
          onClose={close}
          onSaved={() => {
            refresh();
            close();
          }}
        />
      )}
      {asking?.kind === "secret" && <SecretDialog name={asking.name} secret={asking.secret} onClose={close} />}
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
      {asking?.kind === "delete" && (
        <DangerDialog
          title="Delete Webhook"
          confirmText="Delete Webhook"
          busyText="Deleting..."
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ id: asking.webhook.id })}
          onClose={close}
        >
          <p className="break-anywhere">
            Nothing is sent to “{asking.webhook.name}” any more, also not what waits. Rules that send to it do the rest
            of what they say.
          </p>
          <FailureBanner error={remove.error} title="The webhook was not deleted" onDismiss={remove.reset} />
        </DangerDialog>
      )}
    </>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onAsk: (kind: "edit" | "delete" | "replace" | "deliveries") => void;
}

function WebhookRow({ webhook: { name, url, madeBy, createdAt, last }, onAsk }: WebhookRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-panel border border-line bg-panel p-3">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-semibold break-anywhere">{name}</bdi>
          {last !== null && last.state !== "done" && (
            <Badge tone={deliveryStates[last.state].tone}>Last delivery: {deliveryStates[last.state].label}</Badge>
          )}
        </p>
        <p className="mt-0.5 font-mono text-sm text-soft break-anywhere">{url}</p>
        <p className="mt-1 text-faint text-xs">
          {last === null ? "Nothing was sent yet" : `Last delivery ${formatDateTime(last.at)}`} · added by{" "}
          <bdi>{madeBy ?? "somebody who left"}</bdi>, {formatDateTime(createdAt)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" aria-label={`Deliveries to ${name}`} onClick={() => onAsk("deliveries")}>
          Deliveries
        </Button>
        <Button size="sm" aria-label={`Edit ${name}`} onClick={() => onAsk("edit")}>
          Edit
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Replace the secret of ${name}`} onClick={() => onAsk("replace")}>
          Replace Secret
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={() => onAsk("delete")}>
          Delete
        </Button>
      </div>
    </li>
  );
}
