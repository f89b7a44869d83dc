import { docsPath } from "@deskhand/contract/pages";
import type { ApiKey } from "@deskhand/contract/programs/api-keys";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { SecretDialog } from "../../screens/settings/secret-dialog.tsx";
import { SettingsScreen } from "../../screens/settings/settings-screen.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ApiKeyDialog } from "./api-key-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";

type Asking = { kind: "rotate"; apiKey: ApiKey } | { kind: "key"; name: string; key: string };

/** The keys with which programs use the store's desk (docs/product.md#api-keys). */
export function ApiKeysScreen() {
  const cache = useQueryClient();
  const list = useQuery(api.apiKeys.list.queryOptions());
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const onSettled = () => void cache.invalidateQueries({ queryKey: api.apiKeys.key() });
  const onKey = (made: { name: string; key: string }) => setAsking({ kind: "key", ...made });
  return (
    <SettingsScreen
      section="api-keys"
      title="API Keys"
      subtitle="With a key, programs of yours read and change what its scopes allow, at /api/v1. What they change has the key’s name in trails and in the audit log."
      icon={KeyRound}
      one="API key"
      many="API keys"
      list={list}
      onSettled={onSettled}
      remove={(id) => api.apiKeys.remove.call({ id })}
      emptyTitle="No API keys yet"
      emptyText="Make one for each program that should work with your tickets, such as a script or an automation."
      renderForm={(props) => <ApiKeyDialog {...props} onKey={onKey} />}
      renderText={(apiKey) => <ApiKeyText apiKey={apiKey} />}
      renderButtons={(apiKey) => (
        <Button size="sm" aria-label={`Rotate ${apiKey.name}`} onClick={() => setAsking({ kind: "rotate", apiKey })}>
          Rotate
        </Button>
      )}
      renderLoss={({ name }) =>
        `“${name}” is revoked for good: whatever program uses it is refused from its next request on.`
      }
    >
      <p className="mt-4 text-sm text-soft">
        How to call it, with examples:{" "}
        <a
          href={`${docsPath}/api`}
          target="_blank"
          rel="noreferrer"
          className="rounded-tag text-accent hover:underline"
        >
          The API for programs
        </a>
      </p>
      {asking?.kind === "rotate" && (
        <RotateDialog apiKey={asking.apiKey} onKey={onKey} onSettled={onSettled} onClose={close} />
      )}
      {asking?.kind === "key" && (
        <SecretDialog title={`Key of ${asking.name}`} secret={asking.key} what="key" onClose={close}>
          Keep it where only its program reads it: whoever has it can do what the key may.
        </SecretDialog>
      )}
    </SettingsScreen>
  );
}

function ApiKeyText({ apiKey }: { apiKey: ApiKey }) {
  const { name, begins, scopes, ranges, endsAt, isOver, madeBy, createdAt, lastUse, earlierUntil } = apiKey;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-semibold break-anywhere">{name}</bdi>
        {isOver && <Badge tone="red">Ended</Badge>}
        {begins === null && <Badge tone="amber">Rotate it to get a key here</Badge>}
        {scopes.length === 0 && <Badge tone="amber">May do nothing</Badge>}
        {madeBy.hasLeft && <Badge tone="amber">Made by somebody who left</Badge>}
      </p>
      {begins !== null && <p className="mt-0.5 font-mono text-sm text-soft break-anywhere">{begins}_…</p>}
      <p className="mt-1 font-mono text-soft text-xs break-anywhere">{scopes.join(" · ")}</p>
      {ranges.length > 0 && <p className="mt-1 text-soft text-xs break-anywhere">Only from {ranges.join(", ")}</p>}
      {earlierUntil !== null && (
        <p className="mt-1 text-soft text-xs">The key before works until {formatDateTime(earlierUntil)}</p>
      )}
      <p className="mt-1 text-faint text-xs">
        {lastUse === null ? "Not used yet" : `Last used ${formatDateTime(lastUse.at)} from ${lastUse.from}`}
        {endsAt !== null && ` · ${isOver ? "ended" : "ends"} ${formatDateTime(endsAt)}`} · made by{" "}
        <bdi>{madeBy.name}</bdi>, {formatDateTime(createdAt)}
      </p>
    </>
  );
}
