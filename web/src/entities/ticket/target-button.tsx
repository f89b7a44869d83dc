import type { Due } from "@deskhand/contract/targets/due";
import { clockLabels, dueState, lengthWords } from "@deskhand/contract/targets/target-words";
import { statusLabels } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { failureText } from "../../lib/failure.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Popover } from "../../ui/overlay/popover.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import { markWords, TargetMark, whyWords } from "./target-mark.tsx";
import { usePolicy } from "./use-targets.ts";

/** A ticket's next target; a press says how each of its clocks came to what it shows. */
export function TargetButton({ ticketId, due }: { ticketId: string; due: Due }) {
  return (
    <Popover
      label="Targets"
      align="start"
      className="w-88 p-3"
      trigger={(props) => (
        <button {...props} type="button" className="inline-flex rounded-tag touch:-my-2.5 touch:py-2.5">
          <TargetMark due={due} />
        </button>
      )}
    >
      {() => <TargetDetails ticketId={ticketId} />}
    </Popover>
  );
}

/** "Stood still from Nov 30, 2026, 2:17 PM to Nov 30, 2026, 2:40 PM". */
function pauseWords(from: string, to: string | null): string {
  const [begin, end] = [formatDateTime(from), to && formatDateTime(to)];
  if (begin === end) return `Stood still for a moment at ${begin}`;
  return `Stood still from ${begin} ${end === null ? "on" : `to ${end}`}`;
}

const MINUTE_MS = 60_000;
/** So many pauses of a clock are listed, the latest ones. */
const PAUSES = 5;

function TargetDetails({ ticketId }: { ticketId: string }) {
  const { data, error } = useQuery(
    api.targets.ofTicket.queryOptions({ input: { ticketId }, refetchOnMount: "always" }),
  );
  const now = useNow();
  const { calendar, hours } = usePolicy(data?.policy?.id);
  if (error !== null) return <p className="text-red text-sm">{failureText(error)}</p>;
  if (data === undefined) return <Spinner />;
  if (data.policy === null) return <p className="text-soft text-sm">No policy of targets fits this ticket.</p>;
  const { id: policyId, name, calendarId, pausing } = data.policy;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-soft">
        By the policy <bdi className="font-semibold text-ink break-anywhere">{name}</bdi>,{" "}
        {calendarId === null ? "around the clock" : `in the hours of ${calendar?.name ?? "…"}`}
      </p>
      {data.clocks.length === 0 && <p className="text-soft">No clock is on: nobody waits for a reply.</p>}
      {data.clocks.map(({ clock, targetMinutes, pauses, ...times }) => {
        const due = { ...times, clock, policyId };
        return (
          <section key={clock} aria-label={clockLabels[clock]} className="flex flex-col gap-0.5">
            <h3 className="flex justify-between gap-3 font-semibold">
              <span>
                {clockLabels[clock]}{" "}
                <span className="font-normal text-soft">within {lengthWords(targetMinutes * MINUTE_MS)}</span>
              </span>
              <span className={dueState(due, now) === "breached" ? "text-red" : "text-ink"}>
                {markWords(due, hours, now)}
              </span>
            </h3>
            <p className="text-soft">{whyWords(due, { hours, pausing, now })}</p>
            {pauses.slice(-PAUSES).map(({ from, to }) => (
              <p key={from} className="text-faint text-xs">
                {pauseWords(from, to)}
              </p>
            ))}
          </section>
        );
      })}
      {pausing.length > 0 && (
        <p className="text-faint text-xs">
          The clocks stand still while the ticket is {pausing.map((status) => statusLabels[status]).join(" or ")}, and
          in the archive.
        </p>
      )}
    </div>
  );
}
