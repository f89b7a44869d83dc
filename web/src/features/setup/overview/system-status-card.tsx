import type { SystemPart, SystemPartId } from "@deskhand/contract/admin/setup";
import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { api } from "../../../lib/api.ts";
import { failureText } from "../../../lib/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Pill } from "../../../ui/pill.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";
import { OverviewCard } from "./overview-card.tsx";

/** What does not happen any more tells nobody: it is asked for. */
const ANEW_MS = 30_000;

const names: Record<SystemPartId, string> = {
  database: "Database",
  "mail-in": "Mail in",
  "mail-out": "Mail out",
  store: "Store",
};

/** What "last" means of each part. */
const lastDone: Record<SystemPartId, string> = {
  database: "Answered",
  "mail-in": "Last mail received",
  "mail-out": "Last mail sent",
  store: "Last sync",
};

const states = {
  working: { tone: "green", word: "Working" },
  silent: { tone: "amber", word: "Silent" },
  trouble: { tone: "red", word: "Not working" },
  off: { tone: "grey", word: "Not set up" },
} as const;

const faultTone: Record<SystemPart["state"], string> = {
  working: "text-soft",
  silent: "text-amber",
  trouble: "text-red",
  off: "text-soft",
};

/** Whether everything works that the store needs (docs/product.md#system-status). */
export function SystemStatusCard() {
  const { data, error, isFetching, refetch } = useQuery(
    api.setup.status.queryOptions({ refetchInterval: ANEW_MS, staleTime: 0 }),
  );
  const isIn = (wanted: SystemPart["state"]) =>
    data?.parts.filter(({ state }) => state === wanted).map(({ id }) => names[id]) ?? [];
  const [inTrouble, silent] = [isIn("trouble"), isIn("silent")];
  return (
    <OverviewCard
      title="System Status"
      Icon={Activity}
      className="md:col-span-2"
      aside={
        <Button size="sm" variant="ghost" busy={isFetching} busyText="Checking..." onClick={() => void refetch()}>
          Check now
        </Button>
      }
    >
      {error !== null && (
        <p role="alert" className="mb-2 text-red">
          The system status could not be loaded: {failureText(error)}
        </p>
      )}
      {data === undefined && error === null && <Skeleton className="h-6 w-32" />}
      {data !== undefined && error === null && (
        <p role="status" className="font-semibold text-lg">
          {inTrouble.length > 0 && <span className="text-red">{inTrouble.join(", ")}: not working</span>}
          {inTrouble.length === 0 && silent.length > 0 && (
            <span className="text-amber">{silent.join(", ")}: silent for unusually long</span>
          )}
          {inTrouble.length === 0 && silent.length === 0 && <span className="text-green">Operational</span>}
        </p>
      )}
      {data !== undefined && (
        <ul className="mt-2.5 divide-y divide-line border-line border-t">
          {data.parts.map((part) => (
            <PartRow key={part.id} part={part} isOld={error !== null} />
          ))}
        </ul>
      )}
    </OverviewCard>
  );
}

function PartRow({ part, isOld }: { part: SystemPart; isOld: boolean }) {
  const { id, state, faults, note, behind, lastSuccessAt } = part;
  const { tone, word } = isOld ? { tone: "grey" as const, word: "Not known" } : states[state];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2">
      <span className="font-medium">{names[id]}</span>
      <Pill tone={tone}>{word}</Pill>
      <span className="text-soft text-sm">
        {lastDone[id]}:{" "}
        {lastSuccessAt === null ? (
          "never yet"
        ) : (
          <RelativeTime at={lastSuccessAt} smallest="minute" className="tabular" />
        )}
      </span>
      {!isOld &&
        [...faults, behind, note]
          .filter((line) => line !== null)
          .map((line) => (
            <span
              key={line}
              className={cx("col-span-2 text-sm", faults.includes(line) ? faultTone[state] : "text-soft")}
            >
              {line}.
            </span>
          ))}
    </li>
  );
}
