import type { Storage } from "@deskhand/contract/admin/storage";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { formatDateTime, formatFileSize } from "../../../lib/format.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";

const choices: readonly (number | null)[] = [30, 90, 180, 365, 730, null];

/** What the store keeps, for how long, and its size (docs/product.md#what-is-kept). */
export function StorageScreen() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(api.storage.read.queryOptions());
  /** The choice is saved separately, so that a mistaken key press deletes nothing. */
  const [chosen, setChosen] = useState<number | null>();
  const keep = useMutation(
    api.storage.keepRawMail.mutationOptions({
      ...failsOffline,
      onSuccess(saved) {
        cache.setQueryData(api.storage.read.queryKey(), saved);
        setChosen(undefined);
        announce("Saved how long raw mail is kept");
      },
    }),
  );
  return (
    <>
      <PartHeader title="Storage" subtitle="What your store keeps, for how long, and the room that it takes" />
      <Card className="flex max-w-180 flex-col gap-3">
        {data === undefined ? (
          error === null ? (
            <p role="status" className="text-soft">
              Loading the storage...
            </p>
          ) : (
            <FailureLine error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <>
            <Figures {...data} />
            <Field
              label="Keep raw mail"
              hint="Counted from when its ticket was closed. Texts, files and the entry in the mail log stay."
            >
              {(control) => (
                <Select
                  {...control}
                  value={String(chosen === undefined ? data.rawMailDays : chosen)}
                  options={optionsWith(data.rawMailDays)}
                  disabled={keep.isPending}
                  onChange={(days) => setChosen(days === "null" ? null : Number(days))}
                />
              )}
            </Field>
            <FailureLine error={keep.error} />
            <Button
              variant="primary"
              className="self-start"
              disabled={chosen === undefined || chosen === data.rawMailDays}
              busy={keep.isPending}
              busyText="Saving..."
              onClick={() => chosen !== undefined && keep.mutate({ rawMailDays: chosen })}
            >
              Save
            </Button>
          </>
        )}
      </Card>
    </>
  );
}

function Figures({ mailBytes, attachmentBytes, resourceBytes, exportBytes, countedAt }: Storage) {
  const exports = exportBytes === 0 ? {} : { "Export of the store": exportBytes };
  const rows = { "Raw mail": mailBytes, Attachments: attachmentBytes, Resources: resourceBytes, ...exports };
  return (
    <div>
      <dl className="flex flex-col gap-1.5">
        {Object.entries(rows).map(([name, bytes]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="text-soft">{name}</dt>
            <dd className="tabular">{formatFileSize(bytes)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-soft text-sm">Counted {formatDateTime(countedAt)}</p>
    </div>
  );
}

/** An admin may have set another value through the API. */
function optionsWith(present: number | null) {
  const all = choices.includes(present) ? choices : [present, ...choices];
  return all.map((days) => ({ value: String(days), label: days === null ? "For good" : `${days} days` }));
}
