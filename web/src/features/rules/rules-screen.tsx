import type { Rule } from "@deskhand/contract/admin/rules";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { GripVertical, Workflow } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";
import { announce } from "../../ui/announcer.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { beganRule, draftOf, type RuleDraft } from "./rule-draft.ts";
import { RuleSentence } from "./rule-sentence.tsx";
import { RunsDialog } from "./runs-dialog.tsx";

type Asking = { kind: "edit"; rule?: Rule; draft: RuleDraft } | { kind: "runs" | "delete"; rule: Rule };

/** What happens by itself, in the order in which it happens (docs/product.md#rules). */
export function RulesScreen() {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: api.rules.key() });
  const { data, error, refetch } = useQuery(api.rules.list.queryOptions());
  const [asking, setAsking] = useState<Asking | null>(() => {
    const draft = beganRule.get();
    beganRule.set(null);
    return draft && { kind: "edit", draft };
  });
  const arrange = useMutation(api.rules.arrange.mutationOptions({ ...failsOffline, onSettled: refresh }));
  const turn = useMutation(api.rules.switch.mutationOptions({ ...failsOffline, onSettled: refresh }));
  const remove = useMutation(
    api.rules.remove.mutationOptions({ ...failsOffline, onSettled: refresh, onSuccess: () => setAsking(null) }),
  );
  const shown = arrange.isPending ? inOrder(data?.items ?? [], arrange.variables.ids) : data?.items;

  function place(rule: Rule, at: number) {
    const ids = (shown ?? []).map(({ id }) => id).filter((id) => id !== rule.id);
    const to = Math.min(Math.max(at, 0), ids.length);
    ids.splice(to, 0, rule.id);
    arrange.mutate({ ids });
    announce(`${rule.name} is number ${to + 1} of ${ids.length}`);
  }

  return (
    <>
      <PartHeader
        title="Rules"
        subtitle="What happens to tickets by itself. Rules run from top to bottom; each sees what those before it changed."
        action={
          <Button
            variant="primary"
            icon={<Workflow size={15} aria-hidden />}
            onClick={() => setAsking({ kind: "edit", draft: draftOf() })}
          >
            New Rule
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
        <FailureBanner error={error} title="The rules could not be loaded" onRetry={() => void refetch()} />
        {shown === undefined ? (
          error === null && <TableSkeleton rows={4} />
        ) : shown.length === 0 ? (
          <EmptyState icon={<Workflow size={20} aria-hidden />} title="No rules yet">
            A rule tags, assigns or snoozes for you, such as “When a ticket is created, if its subject contains
            “refund”, assign it to Dana”. Each is tried on your newest tickets before it is on.
          </EmptyState>
        ) : (
          <RuleList
            rules={shown}
            busyId={turn.isPending ? turn.variables.id : undefined}
            onPlace={place}
            onTurn={(rule, isOn) => turn.mutate({ id: rule.id, isOn })}
            onAsk={(kind, rule) => setAsking(kind === "edit" ? { kind, rule, draft: draftOf(rule) } : { kind, rule })}
          />
        )}
      </div>
      {asking?.kind === "edit" && (
        <LeaveGuard stays={(search) => "view" in search && search.view === "rules"}>
          <RuleDialog
            rule={asking.rule}
            current={data?.items.find(({ id }) => id === asking.rule?.id)}
            draft={asking.draft}
            onClose={() => setAsking(null)}
            onSettled={refresh}
          />
        </LeaveGuard>
      )}
      {asking?.kind === "runs" && <RunsDialog rule={asking.rule} onClose={() => setAsking(null)} />}
      {asking?.kind === "delete" && (
        <DangerDialog
          title="Delete Rule"
          confirmText="Delete Rule"
          busyText="Deleting..."
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ id: asking.rule.id })}
          onClose={() => setAsking(null)}
        >
          <p className="break-anywhere">
            “{asking.rule.name}” will not run any more. What it did stays, and trails keep its name.
          </p>
          <FailureBanner error={remove.error} title="The rule was not deleted" onDismiss={remove.reset} />
        </DangerDialog>
      )}
    </>
  );
}

function inOrder(rules: readonly Rule[], ids: readonly string[]): Rule[] {
  return rules.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

interface RuleListProps {
  rules: readonly Rule[];
  busyId: string | undefined;
  onPlace: (rule: Rule, at: number) => void;
  onTurn: (rule: Rule, isOn: boolean) => void;
  onAsk: (kind: Asking["kind"], rule: Rule) => void;
}

/** The rules in their order, which is changed by dragging a handle or by its arrow keys. */
function RuleList({ rules, busyId, onPlace, onTurn, onAsk }: RuleListProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return (
    <ol aria-label="Rules" className="flex flex-col gap-2">
      {rules.map((rule, index) => (
        <li
          key={rule.id}
          className={cx(
            "flex gap-2 rounded-panel border bg-panel p-3",
            over === rule.id && dragged !== rule.id ? "border-accent" : "border-line",
            dragged === rule.id && "opacity-55",
          )}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setOver(rule.id);
          }}
          onDrop={(event) => {
            event.preventDefault();
            const moved = rules.find(({ id }) => id === dragged);
            end();
            if (moved !== undefined && moved !== rule) onPlace(moved, index);
          }}
        >
          <button
            type="button"
            draggable
            aria-label={`Move ${rule.name}: number ${index + 1} of ${rules.length}`}
            title="Drag, or press the arrow keys"
            className="-ml-1 h-7 shrink-0 cursor-grab rounded-tag px-0.5 text-soft hover:text-ink touch:-my-2 touch:h-11 touch:px-2.5"
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              setDragged(rule.id);
            }}
            onDragEnd={end}
            onKeyDown={(event) => {
              const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
              if (step === 0) return;
              event.preventDefault();
              onPlace(rule, index + step);
            }}
          >
            <GripVertical size={15} aria-hidden />
          </button>
          <RuleRow rule={rule} isBusy={rule.id === busyId} onTurn={onTurn} onAsk={onAsk} />
        </li>
      ))}
    </ol>
  );
}

function RuleRow({
  rule,
  isBusy,
  onTurn,
  onAsk,
}: { rule: Rule; isBusy: boolean } & Pick<RuleListProps, "onTurn" | "onAsk">) {
  const { name, isOn, runs, lastRunAt, stoppedAt, missing, madeBy, changedBy, updatedAt } = rule;
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-semibold break-anywhere">{name}</bdi>
          {stoppedAt !== null && <Badge tone="red">Switched off: it ran too often</Badge>}
          {missing.length > 0 && <Badge tone="amber">{missing.join(", ")}</Badge>}
        </p>
        <RuleSentence rule={rule} />
        <p className="mt-1 text-faint text-xs">
          {runs === 0
            ? "Did not run in the last 30 days"
            : `Ran ${runs === 1 ? "once" : `${runs.toLocaleString("en-US")} times`} in the last 30 days`}
          {lastRunAt !== null && `, last ${formatDateTime(lastRunAt)}`} · {changedBy ?? madeBy ?? "Somebody who left"},{" "}
          {formatDateTime(updatedAt)}
        </p>
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
          onChange={(event) => onTurn(rule, event.target.checked)}
        />
        <Button size="sm" aria-label={`Edit ${name}`} onClick={() => onAsk("edit", rule)}>
          Edit
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Runs of ${name}`} onClick={() => onAsk("runs", rule)}>
          Runs
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={() => onAsk("delete", rule)}>
          Delete
        </Button>
      </div>
    </div>
  );
}
