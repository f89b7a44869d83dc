import type { Due } from "@deskhand/contract/targets/due";
import { clockLabels, type DueState, dueState, lengthWords } from "@deskhand/contract/targets/target-words";
import { closedSpans, type Hours, workingMs } from "@deskhand/contract/targets/working-time";
import { statusLabels, type TicketStatus } from "@deskhand/contract/vocabulary";
import { CirclePause, Timer, TimerOff } from "lucide-react";
import { formatDateTime } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import type { Tone } from "../../ui/tone.ts";
import { usePolicy } from "./use-targets.ts";

const tones: Record<DueState, Tone> = {
  running: "grey",
  at_risk: "amber",
  breached: "red",
  paused: "grey",
  idle: "grey",
};

/** How much time a ticket has until its next target, explained on hover (docs/product.md#targets). */
export function TargetMark({ due }: { due: Due }) {
  const now = useNow();
  const { policy, hours } = usePolicy(due.policyId);
  const state = dueState(due, now);
  const words = markWords(due, hours, now);
  if (words === null) return null;
  const why = whyWords(due, { hours, pausing: policy?.pausing ?? [], now });
  return (
    <span title={why} className="relative flex shrink-0">
      <Badge tone={tones[state]} icon={<StateIcon state={state} />}>
        <span className="sr-only">{clockLabels[due.clock]}: </span>
        <span className="tabular">{words}</span>
        <span className="sr-only">. {why}</span>
      </Badge>
    </span>
  );
}

function StateIcon({ state }: { state: DueState }) {
  const Icon = state === "paused" ? CirclePause : state === "idle" ? TimerOff : Timer;
  return <Icon size={11} aria-hidden className="shrink-0" />;
}

/** "2 h 10 min left", "2 h left, paused", "Breached 3 h ago"; null until the hours are known in which the time passes. */
export function markWords(due: Due, hours: Hours | undefined, now: number): string | null {
  const { dueAt, leftMs } = due;
  if (dueAt === null) return leftMs === null ? "Never due" : `${lengthWords(leftMs)} left, paused`;
  const at = Date.parse(dueAt);
  if (at <= now) return `Breached ${agoWords(now - at)}`;
  return hours === undefined ? null : `${lengthWords(workingMs(hours, now, at))} left`;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** How long ago by the clock, in the largest unit: "20 min ago", "23 h ago", "3 d ago". */
function agoWords(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours === 0) return `${lengthWords(ms)} ago`;
  return hours < 2 * DAY_HOURS ? `${hours} h ago` : `${Math.floor(hours / DAY_HOURS)} d ago`;
}

/** So many times without working hours are named. */
const NAMED = 3;

interface About {
  hours: Hours | undefined;
  pausing: readonly TicketStatus[];
  now: number;
}

/** "First reply due Nov 30, 2026, 10:10 AM. Paused Fri 17:00–Mon 09:00, and while Pending". */
export function whyWords(due: Due, { hours, pausing, now }: About): string {
  const label = clockLabels[due.clock];
  const statuses = pausing.map((status) => statusLabels[status]).join(" or ");
  const whileIn = statuses === "" ? "" : `while ${statuses}`;
  if (due.dueAt === null) {
    return due.leftMs === null
      ? `${label}: no working hours come in which its time would pass`
      : `${label}: its time does not pass ${whileIn}`;
  }
  const at = Date.parse(due.dueAt);
  if (at <= now) return `${label} was due ${formatDateTime(due.dueAt)}`;
  const closed = hours ? closedSpans(hours, now, at, NAMED + 1) : [];
  const spans = closed.slice(0, NAMED).map(([from, to]) => `${hourWords(from)}–${hourWords(to)}`);
  if (closed.length > NAMED) spans.push("and so on");
  const pauses = [spans.join(", "), whileIn].filter((words) => words !== "").join(", and ");
  return `${label} due ${formatDateTime(due.dueAt)}${pauses === "" ? "" : `. Paused ${pauses}`}`;
}

const hour = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** "Fri 17:00", on the reader's clock. */
const hourWords = (at: number) => hour.format(at).replace(", ", " ");
