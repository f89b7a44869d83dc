import type { AdminSectionId } from "@deskhand/contract/admin/sections";
import type { NamedKind } from "@deskhand/contract/targets/references";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { CallError } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { FailureBanner } from "../failure-banner.tsx";
import { LeaveGuard } from "../leave-guard.tsx";
import { UsedBy } from "../used-by.tsx";
import { type Setting, SettingsList } from "./settings-list.tsx";

/** What the form of a setting needs of the screen around it. */
export interface FormProps<Item> {
  /** Absent for a new one. */
  item: Item | undefined;
  /** The same as the store has it now; a colleague may have changed or deleted it. */
  current: Item | undefined;
  onClose: () => void;
  onSettled: () => void;
}

interface SettingsScreenProps<Item extends Setting> {
  /** Where it stands; leaving it with an unsaved form asks first. */
  section: AdminSectionId;
  title: string;
  subtitle: string;
  icon: LucideIcon;
  /** What one and several of them are called: "rule", "rules". */
  one: string;
  many: string;
  /** The label of the button that makes one; by default "New Rule". */
  newLabel?: string;
  /** What there is, loaded by the caller. */
  list: { data: { items: Item[] } | undefined; error: CallError | null; refetch: () => unknown };
  /** Loads it anew; called after each change. */
  onSettled: () => void;
  remove: (id: string) => Promise<unknown>;
  /** Absent where their order means nothing. */
  arrange?: (ids: string[]) => Promise<unknown>;
  /** Absent where they have no switch. */
  turn?: (id: string, isOn: boolean) => Promise<unknown>;
  /** Asks before one is switched on, which `turnOn` does; absent where nothing is asked. */
  beforeOn?: (item: Item, turnOn: () => void) => void;
  /** What rules, policies and macros that name one call it; absent where none can. */
  namedAs?: NamedKind;
  /** Whether the user may change them. */
  canChange?: boolean;
  /** Whether the form of a new one is open from the start. */
  beginsNew?: boolean;
  emptyTitle: string;
  emptyText: string;
  renderForm: (props: FormProps<Item>) => ReactNode;
  /** The line or lines of one. */
  renderText: (item: Item, index: number, items: readonly Item[]) => ReactNode;
  /** What else one shows, below. */
  renderBelow?: (item: Item) => ReactNode;
  /** Buttons beside "Edit" and "Delete". */
  renderButtons?: (item: Item) => ReactNode;
  /** What deleting one means. */
  renderLoss: (item: Item) => ReactNode;
  /** The section's other dialogs, and what else stands above the list. */
  children?: ReactNode;
}

type Asking<Item> = { kind: "edit"; item?: Item | undefined } | { kind: "delete"; item: Item };

/** A section of the administration that lists what an admin sets up by name, makes, changes, orders, switches and deletes. */
export function SettingsScreen<Item extends Setting>(props: SettingsScreenProps<Item>) {
  const { section, title, subtitle, icon: Icon, one, many, newLabel = `New ${titled(one)}`, canChange = true } = props;
  const { list, onSettled } = props;
  const [asking, setAsking] = useState<Asking<Item> | null>(props.beginsNew ? { kind: "edit" } : null);
  const close = () => setAsking(null);
  const arrange = useMutation({
    ...failsOffline,
    mutationFn: async (ids: string[]) => props.arrange?.(ids),
    onSettled,
  });
  const turn = useMutation({
    ...failsOffline,
    mutationFn: async ({ id, isOn }: { id: string; isOn: boolean }) => props.turn?.(id, isOn),
    onSettled,
  });
  const remove = useMutation({ ...failsOffline, mutationFn: props.remove, onSuccess: close, onSettled });
  const items = list.data?.items;
  const linkedId = useSearch({ strict: false, select: ({ open }) => open ?? null });
  const linked = canChange ? items?.find(({ id }) => id === linkedId) : undefined;
  const navigate = useNavigate();
  useEffect(() => {
    if (linked === undefined) return;
    setAsking({ kind: "edit", item: linked });
    // A reload after the form was closed does not open it again.
    void navigate({ to: ".", search: (search) => ({ ...search, open: undefined }), replace: true });
  }, [linked, navigate]);
  const shown = arrange.isPending ? inOrder(items ?? [], arrange.variables) : items;

  function switchTo(item: Item, isOn: boolean) {
    const send = () => turn.mutate({ id: item.id, isOn });
    if (isOn && props.beforeOn) props.beforeOn(item, send);
    else send();
  }

  function place({ id, name }: Item, at: number) {
    const others = (shown ?? []).filter((each) => each.id !== id).map((each) => each.id);
    const to = Math.min(Math.max(at, 0), others.length);
    arrange.mutate(others.toSpliced(to, 0, id));
    announce(`${name} is number ${to + 1} of ${others.length + 1}`);
  }

  return (
    <LeaveGuard stays={(search) => "view" in search && search.view === section}>
      <PartHeader
        title={title}
        subtitle={subtitle}
        action={
          canChange && (
            <Button variant="primary" icon={<Icon size={15} aria-hidden />} onClick={() => setAsking({ kind: "edit" })}>
              {newLabel}
            </Button>
          )
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
        <FailureBanner
          error={list.error}
          title={`The ${many} could not be loaded`}
          onRetry={() => void list.refetch()}
        />
        {shown === undefined ? (
          list.error === null && <TableSkeleton rows={3} />
        ) : shown.length === 0 ? (
          <EmptyState icon={<Icon size={20} aria-hidden />} title={props.emptyTitle}>
            {props.emptyText}
          </EmptyState>
        ) : (
          <SettingsList
            label={`${many.charAt(0).toUpperCase()}${many.slice(1)}`}
            items={shown}
            busyId={turn.isPending ? turn.variables.id : undefined}
            onPlace={canChange ? props.arrange && place : undefined}
            onTurn={props.turn && switchTo}
            onAsk={canChange ? (kind, item) => setAsking({ kind, item }) : undefined}
            renderText={props.renderText}
            renderBelow={props.renderBelow}
            renderButtons={props.renderButtons}
          />
        )}
      </div>
      {props.children}
      {asking?.kind === "edit" &&
        props.renderForm({
          item: asking.item,
          current: items?.find(({ id }) => id === asking.item?.id),
          onClose: close,
          onSettled,
        })}
      {asking?.kind === "delete" && (
        <DangerDialog
          title={`Delete ${titled(one)}`}
          confirmText={`Delete ${titled(one)}`}
          busyText="Deleting..."
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(asking.item.id)}
          onClose={() => {
            remove.reset();
            close();
          }}
        >
          <p className="break-anywhere">{props.renderLoss(asking.item)}</p>
          {props.namedAs !== undefined && <UsedBy kind={props.namedAs} id={asking.item.id} />}
          <FailureBanner
            error={remove.error}
            title={`The ${one} ${one === many ? "were" : "was"} not deleted`}
            onDismiss={remove.reset}
          />
        </DangerDialog>
      )}
    </LeaveGuard>
  );
}

/** "working hours" as a title has it: "Working Hours". */
function titled(words: string): string {
  return words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function inOrder<Item extends Setting>(items: readonly Item[], ids: readonly string[]): Item[] {
  return items.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
