import type { StalledParcel } from "@deskhand/contract/desk/incidents";
import { useQuery } from "@tanstack/react-query";
import { PackageSearch } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { AnswerDialog } from "./answer-dialog.tsx";
import { AnswerProgress } from "./answer-progress.tsx";
import { ChooseAll, OrderRow } from "./concerned-lists.tsx";
import { useChosen } from "./use-chosen.ts";

/** Parcels of which nothing was heard for longer than their carrier usually takes, and one answer to their customers. */
export function StalledParcels() {
  const { data, error, refetch } = useQuery(api.incidents.stalled.queryOptions({ refetchOnMount: "always" }));
  return (
    <>
      <FailureBanner error={error} title="The parcels could not be loaded" onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <TableSkeleton rows={4} />
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={<PackageSearch size={20} aria-hidden />}
          title={data.carriers === 0 ? "Not known yet" : "No parcel without news"}
        >
          {data.carriers === 0
            ? "How long a carrier usually takes is learned from the store's own parcels, once twenty of them were delivered."
            : "Parcels stand here once nothing was heard of them for longer than nine of ten of their carrier's parcels take."}
        </EmptyState>
      ) : (
        <StalledList items={data.items} isCut={data.isCut} />
      )}
    </>
  );
}

function StalledList({ items, isCut }: { items: StalledParcel[]; isCut: boolean }) {
  const { can } = useSession();
  const mayAnswer = can("incidents:answer");
  const writable = items.filter(({ email }) => email !== null);
  const chosen = useChosen(
    writable.map(({ orderId }) => orderId),
    false,
  );
  const [isAnswering, setAnswering] = useState(false);
  const [answerId, setAnswerId] = useState<string | null>(null);
  const ids = new Set(chosen.chosen);
  const asked = items.filter(({ orderId }) => ids.has(orderId));
  return (
    <>
      {answerId !== null && <AnswerOf id={answerId} />}
      <p className="mb-2 text-sm text-soft">
        Who has an open ticket since gets a reply there, the others a new ticket.
        {isCut && " Only the 500 longest are shown."}
      </p>
      {mayAnswer && <ChooseAll chosen={chosen} count={writable.length} what="parcel" />}
      <ul
        aria-label="Parcels without news"
        className="flex flex-col overflow-hidden rounded-panel border border-line bg-panel"
      >
        {items.map((parcel) => (
          <OrderRow key={parcel.orderId} order={parcel} chosen={mayAnswer ? chosen : null} />
        ))}
      </ul>
      {mayAnswer && (
        <div className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-3 border-line border-t bg-canvas py-3">
          <Button variant="primary" disabled={asked.length === 0} onClick={() => setAnswering(true)}>
            Write One Answer
          </Button>
          <p className="text-sm text-soft">
            {asked.length === 0 ? "Choose whom it goes to" : `to ${counted(asked.length, "customer")}`}
          </p>
        </div>
      )}
      {isAnswering && (
        <AnswerDialog
          incidentId={null}
          ticketIds={asked.flatMap(({ ticket }) => (ticket ? [ticket.id] : []))}
          orderIds={asked.filter(({ ticket }) => ticket === null).map(({ orderId }) => orderId)}
          onSent={setAnswerId}
          onClose={() => setAnswering(false)}
        />
      )}
    </>
  );
}

/** The answer that was just sent. */
function AnswerOf({ id }: { id: string }) {
  const { data } = useQuery(api.incidents.progress.queryOptions({ input: { id } }));
  return (
    data && (
      <div className="mb-4">
        <AnswerProgress answer={data} />
      </div>
    )
  );
}
