import type { StoreExport } from "@deskhand/contract/admin/setup";
import { storeExportUrl } from "@deskhand/contract/pages";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { api } from "../../../lib/api.ts";
import { formatDateTime, formatFileSize } from "../../../lib/format.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { CopiedAddress } from "../../../screens/copied-address.tsx";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import type { Proof, RenderProof } from "../../../ui/form/render-proof.ts";
import { DangerDialog, Dialog } from "../../../ui/overlay/dialog.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";

/** The polling interval while an export is written. */
const REFETCH_MS = 2_000;

const isUnderWay = (last: StoreExport | null | undefined) => last?.state === "waiting" || last?.state === "writing";

/** Exports the whole store as one file: requested, watched and downloaded (docs/product.md#exports-of-the-store). */
export function StoreExportCard({ renderProof }: { renderProof: RenderProof }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery(
    api.setup.lastExport.queryOptions({
      refetchOnMount: "always",
      refetchInterval: ({ state }) => (isUnderWay(state.data?.last) ? REFETCH_MS : false),
    }),
  );
  const last = data?.last;
  const ask = (
    <Button variant={last?.state === "ready" ? "secondary" : "primary"} onClick={() => setAsking(true)}>
      {last ? "Export Again" : "Export the Store"}
    </Button>
  );
  return (
    <Card className="flex flex-col gap-3">
      <p className="text-soft">
        All of your store and nothing of another: tickets, mails, customers, orders, resources and settings, as JSON
        lines and plain files in one archive that needs no Deskhand to be read. Whoever has it can read all that your
        customers wrote. People's passwords are not in it.
      </p>
      <FailureLine error={error} onRetry={() => void refetch()} />
      {last && <Outcome last={last} again={ask} />}
      {data !== undefined && last?.state !== "ready" && !isUnderWay(last) && <div>{ask}</div>}
      {last?.state === "ready" && (
        <>
          <p className="text-soft">Whoever runs another installation brings it in there, while that is stopped:</p>
          <CopiedAddress address="npm run import -- deskhand-….tar.gz" verb="Copy" what="command" />
        </>
      )}
      {isAsking && (
        <AskExportDialog
          renderProof={renderProof}
          replaces={last?.state === "ready"}
          onAsked={(asked) => cache.setQueryData(api.setup.lastExport.queryKey(), { last: asked })}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function Outcome({ last, again }: { last: StoreExport; again: ReactNode }) {
  if (last.state === "failed") return <p className="text-amber">There is no export. {last.fault}</p>;
  const requested = `${last.askedBy === null ? "Asked for" : `${last.askedBy} asked for it`} ${formatDateTime(last.askedAt)}`;
  if (last.state !== "ready") {
    return (
      <div className="flex flex-col gap-1.5">
        <p role="status">
          {last.state === "waiting"
            ? "The export is about to begin"
            : `The export is being written: ${last.progress} %`}
        </p>
        <ProgressBar label="Export of your store" part={last.progress / 100} className="h-1 rounded-full" />
        <p className="text-soft text-sm">{requested}. You are notified when it is ready, and can leave this page.</p>
        <Remove id={last.id} verb="Give Up" />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status">
        The export is ready: {formatFileSize(last.size)}, as of {last.endedAt && formatDateTime(last.endedAt)}
      </p>
      <p className="text-soft text-sm">
        {requested}. It is kept until {last.keptUntil && formatDateTime(last.keptUntil)}, or until a customer is erased.
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        <ButtonLink href={storeExportUrl(last.id)} download icon={<Download size={15} aria-hidden />}>
          Download
        </ButtonLink>
        {again}
        <Remove id={last.id} verb="Remove" />
      </div>
    </div>
  );
}

function Remove({ id, verb }: { id: string; verb: "Remove" | "Give Up" }) {
  const cache = useQueryClient();
  const [isSure, setSure] = useState(false);
  const remove = useMutation(
    api.setup.removeExport.mutationOptions({
      ...failsOffline,
      onSuccess: () => setSure(false),
      onSettled: () => cache.invalidateQueries({ queryKey: api.setup.lastExport.key() }),
    }),
  );
  return (
    <>
      <Button variant="ghost" className="self-start" onClick={() => setSure(true)}>
        {verb}
      </Button>
      {isSure && (
        <DangerDialog
          title={`${verb} the Export`}
          confirmText={verb}
          busyText="Removing..."
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
          onClose={() => setSure(false)}
        >
          <FailureBanner error={remove.error} title="It was not removed" onDismiss={remove.reset} />
          <p>You can ask for another one at any time.</p>
        </DangerDialog>
      )}
    </>
  );
}

interface AskExportDialogProps {
  renderProof: RenderProof;
  /** Whether an existing export will be replaced. */
  replaces: boolean;
  onAsked: (asked: StoreExport) => void;
  onClose: () => void;
}

/** Requests an export, after the admin has confirmed who they are. */
function AskExportDialog({ renderProof, replaces, onAsked, onClose }: AskExportDialogProps) {
  const formId = useId();
  const [proof, setProof] = useState<Proof>({ password: "" });
  const ask = useMutation(
    api.setup.askExport.mutationOptions({
      onSuccess(asked) {
        onAsked(asked);
        onClose();
      },
    }),
  );
  const form = useForm<"password" | "code">({ save: ask, send: () => ask.mutate(proof) });
  return (
    <Dialog
      size="sm"
      title="Export the Store"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={ask.isPending} busyText="Asking...">
            Export the Store
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="No export was asked for" onDismiss={form.clear} />
        <p>
          It holds all that your customers wrote. It is kept for seven days for the admins of your store, and that you
          asked for it stands in the audit log.
        </p>
        {replaces && <p className="text-soft">The export that is kept now is removed.</p>}
        {renderProof({
          faults: form.faults,
          onChange: (typed) => {
            setProof(typed);
            form.edited();
          },
        })}
      </form>
    </Dialog>
  );
}
