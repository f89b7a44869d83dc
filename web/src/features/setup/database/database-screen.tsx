import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../../lib/api.ts";
import { formatDateTime, formatFileSize } from "../../../lib/format.ts";
import { CopiedAddress } from "../../../screens/copied-address.tsx";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { Card, Fact, Facts } from "../../../ui/card.tsx";
import type { RenderProof } from "../../../ui/form/render-proof.ts";
import { PartHeader } from "../../../ui/part-header.tsx";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";
import { useNow } from "../../../ui/time/use-now.ts";
import { StoreExportCard } from "./store-export-card.tsx";

/** A backup older than this is shown as old. */
const oldMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The last backup, the store's size, and its export (docs/product.md#database). `storageLink` leads to the retention
 * settings.
 */
export function DatabaseScreen({ storageLink, renderProof }: { storageLink: ReactNode; renderProof: RenderProof }) {
  return (
    <>
      <PartHeader
        title="Database"
        subtitle="Backups of this installation, and the size and the export of your store."
      />
      <div className="flex max-w-180 flex-col gap-3">
        <h3 className="mt-1 font-semibold">Backup</h3>
        <Card className="flex flex-col gap-3">
          <LastBackup />
          <p className="text-soft">
            A backup holds everything of every store here, while the desk goes on working. Whoever runs this
            installation makes one on its machine:
          </p>
          <CopiedAddress address="npm run backup -- desk.tar.gz" verb="Copy" what="command" />
        </Card>
        <h3 className="mt-2 font-semibold">Size</h3>
        <Card className="flex flex-col gap-3">
          <Size />
          <p>{storageLink}</p>
        </Card>
        <h3 className="mt-2 font-semibold">Export of your store</h3>
        <StoreExportCard renderProof={renderProof} />
      </div>
    </>
  );
}

function LastBackup() {
  const { data, error, refetch } = useQuery(api.setup.backup.queryOptions({ refetchOnMount: "always" }));
  const now = useNow();
  if (data === undefined) {
    return error === null ? (
      <p role="status" className="text-soft">
        Loading the last backup...
      </p>
    ) : (
      <FailureLine error={error} onRetry={() => void refetch()} />
    );
  }
  const { lastBackupAt } = data;
  if (lastBackupAt === null) return <p className="text-amber">No backup has been made by Deskhand yet.</p>;
  const isOld = now - Date.parse(lastBackupAt) > oldMs;
  return (
    <p className={isOld ? "text-amber" : undefined}>
      Last backup: <RelativeTime at={lastBackupAt} smallest="minute" className="tabular" /> (
      {formatDateTime(lastBackupAt)})
    </p>
  );
}

function Size() {
  const { data, error, refetch } = useQuery(api.storage.read.queryOptions());
  if (data === undefined) {
    return error === null ? (
      <p role="status" className="text-soft">
        Loading the size...
      </p>
    ) : (
      <FailureLine error={error} onRetry={() => void refetch()} />
    );
  }
  const { mailBytes, attachmentBytes, resourceBytes, exportBytes, countedAt } = data;
  return (
    <>
      <Facts>
        <Fact name="Raw mail">{formatFileSize(mailBytes)}</Fact>
        <Fact name="Attachments">{formatFileSize(attachmentBytes)}</Fact>
        <Fact name="Resources">{formatFileSize(resourceBytes)}</Fact>
        {exportBytes > 0 && <Fact name="Export of the store">{formatFileSize(exportBytes)}</Fact>}
        <Fact name="Together">{formatFileSize(mailBytes + attachmentBytes + resourceBytes + exportBytes)}</Fact>
      </Facts>
      <p className="text-soft text-sm">Counted {formatDateTime(countedAt)}</p>
    </>
  );
}
