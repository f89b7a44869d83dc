import type { Incident } from "@deskhand/contract/desk/incidents";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Siren } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { counted, formatDateTime } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { IncidentStateBadge } from "./incident-state-badge.tsx";
import type { IncidentsSearch } from "./incidents-search.ts";
import { NewIncidentDialog } from "./new-incident-dialog.tsx";
import { StalledParcels } from "./stalled-parcels.tsx";

interface IncidentsScreenProps {
  search: IncidentsSearch;
  onSearch: (search: IncidentsSearch) => void;
  /** A link to an incident that covers its row. */
  linkTo: (id: string, title: string) => ReactNode;
}

const tabs = [
  { id: "incidents", label: "Incidents" },
  { id: "stalled", label: "Parcels Without News" },
] as const;

/** What several customers wrote of within hours, and parcels of which nothing is heard (docs/product.md#incidents). */
export function IncidentsScreen({ search, onSearch, linkTo }: IncidentsScreenProps) {
  const group = useId();
  const { can } = useSession();
  const [isMaking, setMaking] = useState(false);
  const { tab = "incidents" } = search;
  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="mr-auto min-w-0">
          <h1 className="font-semibold text-xl">Incidents</h1>
          <p className="text-soft max-sm:text-sm">
            What several customers wrote of within hours, and one answer for all
          </p>
        </div>
        {can("incidents:change") && <Button onClick={() => setMaking(true)}>New Incident</Button>}
      </div>
      <Tabs
        group={group}
        label="Incidents and parcels"
        tabs={tabs}
        active={tab}
        onSelect={(id) => onSearch({ ...search, tab: id === "stalled" ? id : undefined })}
        className="mt-3 mb-4 sm:px-1!"
      />
      <TabPanel group={group} id={tab}>
        {tab === "stalled" ? <StalledParcels /> : <IncidentList search={search} onSearch={onSearch} linkTo={linkTo} />}
      </TabPanel>
      {isMaking && (
        <NewIncidentDialog
          onClose={() => setMaking(false)}
          onMade={(incident) => {
            setMaking(false);
            onSearch({ ...search, incident: incident.id });
          }}
        />
      )}
    </div>
  );
}

function IncidentList({ search, onSearch, linkTo }: IncidentsScreenProps) {
  const isClosed = search.closed === "true";
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    api.incidents.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ isClosed, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  );
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <>
      <Checkbox
        label="Show closed ones, too"
        className="mb-3 text-sm"
        checked={isClosed}
        onChange={({ target }) => onSearch({ ...search, closed: target.checked ? "true" : undefined })}
      />
      <FailureBanner error={error} title="The incidents could not be loaded" onRetry={() => void refetch()} />
      {items === undefined ? (
        error === null && <TableSkeleton rows={4} />
      ) : items.length === 0 ? (
        <EmptyState
          icon={<Siren size={20} aria-hidden />}
          title={isClosed ? "No incidents yet" : "No incidents right now"}
        >
          When at least four customers write within hours of the same SKU, carrier, place or trouble, and that is more
          than usual for your store, it stands here and everybody is notified. What is usual is learned from your own
          tickets, from the second week on.
        </EmptyState>
      ) : (
        <ul aria-label="Incidents" className="flex flex-col gap-2">
          {items.map((incident) => (
            <IncidentRow key={incident.id} incident={incident} linkTo={linkTo} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-3" busy={isFetchingNextPage} busyText="Loading..." onClick={() => void fetchNextPage()}>
          Show More
        </Button>
      )}
    </>
  );
}

function IncidentRow({ incident, linkTo }: { incident: Incident } & Pick<IncidentsScreenProps, "linkTo">) {
  const { id, title, state, tickets, lastAt, usual, madeBy } = incident;
  return (
    <li className="relative rounded-panel border border-line bg-panel p-3.5 hover:border-edge">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {linkTo(id, title)}
        <IncidentStateBadge state={state} />
      </p>
      <p className="mt-1 text-sm text-soft">
        {counted(tickets, "ticket")}
        {lastAt !== null && `, the last ${formatDateTime(lastAt)}`}
        {usual === null ? ` · made by ${madeBy ?? "somebody who left"}` : ` · ${usualWords(usual)}`}
      </p>
    </li>
  );
}

/** How many customers usually write of it in as much time. */
function usualWords(usual: number): string {
  if (usual < 0.5) return "usually nobody in as much time";
  return `usually about ${Math.round(usual).toLocaleString("en-US")} in as much time`;
}
