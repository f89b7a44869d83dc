import { conditionWords } from "@deskhand/contract/admin/rule-parts";
import { clockLabels, lengthWords } from "@deskhand/contract/targets/target-words";
import type { Policy } from "@deskhand/contract/targets/targets";
import { statusLabels } from "@deskhand/contract/vocabulary";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Timer } from "lucide-react";
import { useState } from "react";
import { useActionNames } from "../../entities/ticket/use-action-names.ts";
import { useCalendars, usePolicy } from "../../entities/ticket/use-targets.ts";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { announce } from "../../ui/announcer.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { PolicyDialog, type RenderConditions } from "./policy-dialog.tsx";

type Asking = { kind: "edit"; policy?: Policy } | { kind: "delete"; policy: Policy };

/** By when the store wants to have replied, by which tickets (docs/product.md#targets). */
export function TargetsScreen({ renderConditions }: { renderConditions: RenderConditions }) {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: api.targets.list.key() });
  const { data, error, refetch } = useQuery(api.targets.list.queryOptions());
  const [asking, setAsking] = useState<Asking | null>(null);
  const arrange = useMutation(api.targets.arrange.mutationOptions({ ...failsOffline, onSettled: refresh }));
  const turn = useMutation(api.targets.switch.mutationOptions({ ...failsOffline, onSettled: refresh }));
  const remove = useMutation(
    api.targets.remove.mutationOptions({ ...failsOffline, onSettled: refresh, onSuccess: () => setAsking(null) }),
  );
  const shown = arrange.isPending ? inOrder(data?.items ?? [], arrange.variables.ids) : data?.items;

  function place(policy: Policy, to: number) {
    const ids = (shown ?? []).map(({ id }) => id).filter((id) => id !== policy.id);
    ids.splice(to, 0, policy.id);
    arrange.mutate({ ids });
    announce(`${policy.name} is number ${to + 1} of ${ids.length}`);
  }

  return (
    <>
      <PartHeader
        title="Targets"
        subtitle="By when you want to have replied. A ticket has the first policy that is on and whose conditions hold."
        action={
          <Button variant="primary" icon={<Timer size={15} aria-hidden />} onClick={() => setAsking({ kind: "edit" })}>
            New Policy
          </Button>
        }
      />
      <div className="flex flex-col gap-3">
        <FailureBanner
          error={turn.error ?? arrange.error}
          title="Not changed"
          onDismiss={() => {
            turn.reset();
            arrange.reset();
          }}
        />
        <FailureBanner error={error} title="The policies could not be loaded" onRetry={() => void refetch()} />
        {shown === undefined ? (
          error === null && <TableSkeleton rows={3} />
        ) : shown.length === 0 ? (
          <EmptyState icon={<Timer size={20} aria-hidden />} title="No targets yet">
            A policy says within which time customers get a reply, such as “first reply within 4 hours of the office’s
            working hours”. Tickets then show the time that is left, and who is to answer hears before it runs out.
          </EmptyState>
        ) : (
          <ol aria-label="Policies" className="flex flex-col gap-2">
            {shown.map((policy, index) => (
              <PolicyRow
                key={policy.id}
                policy={policy}
                takesAllBefore={shown.slice(0, index).find(takesEveryTicket)?.name ?? null}
                isBusy={turn.isPending && turn.variables.id === policy.id}
                onUp={index > 0 ? () => place(policy, index - 1) : undefined}
                onDown={index < shown.length - 1 ? () => place(policy, index + 1) : undefined}
                onTurn={(isOn) => turn.mutate({ id: policy.id, isOn })}
                onEdit={() => setAsking({ kind: "edit", policy })}
                onDelete={() => setAsking({ kind: "delete", policy })}
              />
            ))}
          </ol>
        )}
      </div>
      {asking?.kind === "edit" && (
        <PolicyDialog
          policy={asking.policy}
          renderConditions={renderConditions}
          onClose={() => setAsking(null)}
          onSaved={refresh}
        />
      )}
      {asking?.kind === "delete" && (
        <DangerDialog
          title="Delete Policy"
          confirmText="Delete Policy"
          busyText="Deleting..."
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ id: asking.policy.id })}
          onClose={() => {
            remove.reset();
            setAsking(null);
          }}
        >
          <p className="break-anywhere">
            Tickets that have “{asking.policy.name}” get the next policy whose conditions hold, or none.
          </p>
          <FailureBanner error={remove.error} title="The policy was not deleted" onDismiss={remove.reset} />
        </DangerDialog>
      )}
    </>
  );
}

function inOrder(policies: readonly Policy[], ids: readonly string[]): Policy[] {
  return policies.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Whether no ticket comes to the policies after it. */
function takesEveryTicket({ isOn, conditions }: Policy): boolean {
  return isOn && conditions.length === 0;
}

interface PolicyRowProps {
  /** The name of an earlier policy that leaves no ticket to this one. */
  takesAllBefore: string | null;
  policy: Policy;
  isBusy: boolean;
  /** Absent at the ends of the list. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onTurn: (isOn: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function PolicyRow({ policy, takesAllBefore, isBusy, onUp, onDown, onTurn, onEdit, onDelete }: PolicyRowProps) {
  const { name, isOn } = policy;
  const { calendar } = usePolicy(policy.id);
  const isNever = calendar?.week.every((spans) => spans.length === 0) ?? false;
  return (
    <li className="flex gap-2 rounded-panel border border-line bg-panel p-3">
      <div className="-ml-1 flex shrink-0 flex-col">
        <IconButton
          label={`Move ${name} up`}
          icon={<ArrowUp size={14} aria-hidden />}
          disabled={onUp === undefined}
          onClick={onUp}
        />
        <IconButton
          label={`Move ${name} down`}
          icon={<ArrowDown size={14} aria-hidden />}
          disabled={onDown === undefined}
          onClick={onDown}
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-60 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-semibold break-anywhere">{name}</bdi>
            {takesAllBefore !== null && (
              <Badge tone="amber">
                Never reached: every ticket is of <bdi>{takesAllBefore}</bdi>
              </Badge>
            )}
            {isNever && <Badge tone="amber">Never due: its working hours are empty</Badge>}
          </p>
          <p className="mt-0.5 text-sm">{timesText(policy)}</p>
          <PolicyConditions policy={policy} calendarName={calendar?.name} />
        </div>
        <div className="flex items-center gap-2">
          <input
            type="checkbox"
            role="switch"
            aria-label={`${name} is on`}
            className="toggle"
            checked={isOn}
            aria-checked={isOn}
            disabled={isBusy}
            onChange={(event) => onTurn(event.target.checked)}
          />
          <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </div>
    </li>
  );
}

const MINUTE_MS = 60_000;

/** "First reply within 4 h · Resolution within 24 h". */
function timesText({ firstReplyMinutes, nextReplyMinutes, resolutionMinutes }: Policy): string {
  const times = [
    [clockLabels.first_reply, firstReplyMinutes],
    [clockLabels.next_reply, nextReplyMinutes],
    [clockLabels.resolution, resolutionMinutes],
  ] as const;
  return times
    .flatMap(([label, minutes]) => (minutes === null ? [] : [`${label} within ${lengthWords(minutes * MINUTE_MS)}`]))
    .join(" · ");
}

/** The names of the people, teams and working hours that conditions name. */
function useConditionNames(): (id: string) => string | null {
  const nameOf = useActionNames();
  const calendars = useCalendars();
  return (id) => calendars?.find((calendar) => calendar.id === id)?.name ?? (calendars ? nameOf(id) : "…");
}

function PolicyConditions({ policy, calendarName }: { policy: Policy; calendarName: string | undefined }) {
  const nameOf = useConditionNames();
  const { conditions, matches, calendarId, pausing } = policy;
  const ifs = conditions
    .map((condition) => conditionWords(condition, nameOf))
    .join(matches === "all" ? " and " : " or ");
  const when = calendarId === null ? "around the clock" : `in the hours of ${calendarName ?? "…"}`;
  const still = pausing.map((status) => statusLabels[status]).join(" or ");
  return (
    <p className="mt-1 text-faint text-xs break-anywhere">
      {ifs === "" ? "For every ticket" : `If ${ifs}`}, {when}
      {still !== "" && `, not while ${still}`}
    </p>
  );
}
