import { type IncidentState, incidentStateLabels, incidentStates } from "@deskhand/contract/desk/incident-words";
import type { Concerned, Incident, IncidentTicket } from "@deskhand/contract/desk/incidents";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api } from "../../lib/api.ts";
import { isMissing } from "../../lib/failure.ts";
import { counted } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { DetailAbsent } from "../../screens/detail-parts.tsx";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Select } from "../../ui/form/select.tsx";
import { PanelSkeleton } from "../../ui/skeleton.tsx";
import { AddTicketsForm } from "./add-tickets-form.tsx";
import { AnswerDialog } from "./answer-dialog.tsx";
import { AnswerProgress } from "./answer-progress.tsx";
import { ConcernedList, TicketList } from "./concerned-lists.tsx";
import { useChosen } from "./use-chosen.ts";

interface IncidentDetailProps {
  id: string;
  /** A link to the list of incidents. */
  back: ReactNode;
  onBack: () => void;
}

/** An incident with its tickets, those concerned who have not written, and its answers (docs/product.md#incidents). */
export function IncidentDetail({ id, back, onBack }: IncidentDetailProps) {
  const { data, error, refetch } = useQuery(api.incidents.get.queryOptions({ input: { id } }));
  const concerned = useQuery(api.incidents.concerned.queryOptions({ input: { id } }));
  return (
    <>
      <p className="mb-2 text-sm">{back}</p>
      {data !== undefined ? (
        <IncidentBody incident={data} concerned={concerned} />
      ) : error === null ? (
        <PanelSkeleton lines={6} />
      ) : (
        <DetailAbsent
          noun="Incident"
          error={error}
          isMissing={isMissing(error, "incident_not_found")}
          failureTitle="Failed to load incident"
          closeText="Show incidents"
          onRetry={() => void refetch()}
          onClose={onBack}
        >
          The link is incomplete, or it is another store's.
        </DetailAbsent>
      )}
    </>
  );
}

type Whole = Incident & {
  ticketList: IncidentTicket[];
  answers: Parameters<typeof AnswerProgress>[0]["answer"][];
};
interface IncidentBodyProps {
  incident: Whole;
  concerned: {
    data: { items: Concerned[]; isKnowable: boolean; isCut: boolean } | undefined;
    error: Parameters<typeof FailureBanner>[0]["error"];
    refetch: () => unknown;
  };
}

function IncidentBody({ incident, concerned: { data: concerned, error, refetch } }: IncidentBodyProps) {
  const { can } = useSession();
  const [isAnswering, setAnswering] = useState(false);
  const mayAnswer = can("incidents:answer");
  const writable = concerned?.items.filter(({ email }) => email !== null) ?? [];
  // Once somebody answered, nobody is to get a second answer by mistake.
  const tickets = useChosen(
    idsOf(incident.ticketList.filter(({ isArchived }) => !isArchived)),
    incident.answers.length === 0,
  );
  const orders = useChosen(
    writable.map(({ orderId }) => orderId),
    false,
  );
  const count = tickets.chosen.length + orders.chosen.length;
  return (
    <>
      <IncidentHead incident={incident} />
      <div className="mt-4 flex flex-col gap-5">
        {incident.answers.map((answer) => (
          <AnswerProgress key={answer.id} answer={answer} />
        ))}
        <section aria-labelledby="incident-tickets">
          <h2 id="incident-tickets" className="mb-2 font-semibold text-lg">
            {counted(incident.tickets, "ticket")}
          </h2>
          <TicketList incident={incident} chosen={mayAnswer ? tickets : null} />
          {can("incidents:change") && <AddTicketsForm id={incident.id} />}
        </section>
        <section aria-labelledby="incident-concerned">
          <h2 id="incident-concerned" className="font-semibold text-lg">
            Concerned, and have not written
          </h2>
          <FailureBanner error={error} title="They could not be loaded" onRetry={() => void refetch()} />
          {concerned !== undefined && <ConcernedList concerned={concerned} chosen={mayAnswer ? orders : null} />}
        </section>
      </div>
      {mayAnswer && (
        <div className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-3 border-line border-t bg-canvas py-3">
          <Button variant="primary" disabled={count === 0} onClick={() => setAnswering(true)}>
            Write One Answer
          </Button>
          <p className="text-sm text-soft">
            {count === 0 ? "Choose whom it goes to" : `to ${counted(count, "customer")}, each from their own order`}
          </p>
        </div>
      )}
      {isAnswering && (
        <AnswerDialog
          incidentId={incident.id}
          ticketIds={tickets.chosen}
          orderIds={orders.chosen}
          onSent={() => {
            tickets.chooseNone();
            orders.chooseNone();
          }}
          onClose={() => setAnswering(false)}
        />
      )}
    </>
  );
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

function IncidentHead({ incident: { id, title, state, madeBy, usual } }: { incident: Incident }) {
  const { can } = useSession();
  const cache = useQueryClient();
  const change = useMutation({
    ...failsOffline,
    mutationFn: (next: IncidentState) => api.incidents.setState.call({ id, state: next }),
    onSettled: () => cache.invalidateQueries({ queryKey: api.incidents.key() }),
  });
  const shown = change.isPending ? change.variables : state;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="mr-auto min-w-0 font-semibold text-xl break-anywhere">{title}</h1>
        <Link to="/dashboard/tickets" search={{ incident: id }} className={buttonClass("secondary", "md")}>
          Show in the List
        </Link>
        <Select
          aria-label="State"
          className="w-32"
          disabled={!can("incidents:change")}
          options={incidentStates.map((value) => ({ value, label: incidentStateLabels[value] }))}
          value={shown}
          onChange={(next) => change.mutate(next)}
        />
      </div>
      <p className="mt-1 text-sm text-soft">
        {usual === null
          ? `Made by ${madeBy ?? "somebody who left"}`
          : usual < 0.5
            ? "Usually nobody writes of it in as much time"
            : `Usually about ${Math.round(usual).toLocaleString("en-US")} customers write of it in as much time`}
      </p>
      <FailureBanner error={change.error} title="The state was not changed" onDismiss={change.reset} />
    </>
  );
}
