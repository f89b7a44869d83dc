import type { ItemOfChange } from "@deskhand/contract/desk/change-many";
import { limits } from "@deskhand/contract/limits";
import { ticketCategories, ticketPriorities, ticketStatuses } from "@deskhand/contract/vocabulary";
import { AlarmClock, CircleDot, Flag, Folder, Merge, Tag, UserCheck, Users, X, Zap } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useColleagues } from "../../../entities/person/use-colleagues.ts";
import { useTeams } from "../../../entities/person/use-teams.ts";
import { priorityWords, statusWords } from "../../../entities/ticket/ticket-pills.tsx";
import { failureText } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { loadLater } from "../../../ui/load-later.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { Popover } from "../../../ui/overlay/popover.tsx";
import type { BulkLayerProps } from "./bulk-layer.tsx";
import { chooseAll, clearChosen } from "./chosen-tickets.ts";
import { barClass } from "./run-bar.tsx";
import { isUnderWay, startRun, useRun } from "./run-change.ts";

const SnoozeManyDialog = loadLater(() => import("./snooze-many-dialog.tsx").then((module) => module.SnoozeManyDialog));
const MergeManyDialog = loadLater(() => import("./merge-many-dialog.tsx").then((module) => module.MergeManyDialog));

const RunOnManyDialog = loadLater(() =>
  import("../macros/run-macro-dialog.tsx").then((module) => module.RunOnManyDialog),
);

/** More cannot be reviewed before a merge. */
const mostMerged = 20;

type Change = ItemOfChange["change"];
type SelectionBarProps = Pick<BulkLayerProps, "items" | "total" | "findAll"> & { chosen: ReadonlySet<string> };

/** The actions on the selected tickets. */
export function SelectionBar({ chosen, items, total, findAll }: SelectionBarProps) {
  const isBusy = isUnderWay(useRun());
  const [open, setOpen] = useState<"snooze" | "merge" | "macro" | null>(null);
  const cards = items.filter(({ id }) => chosen.has(id));
  const canMerge = cards.length === chosen.size && chosen.size > 1 && chosen.size <= mostMerged;
  const close = () => setOpen(null);

  function change(wanted: Change) {
    startRun([...chosen].map((id) => ({ id, change: wanted })));
    // These changes remove most tickets from the list; after others the selection may be changed further.
    if (wanted.status !== undefined || wanted.snoozedUntil !== undefined) clearChosen();
  }

  return (
    <section aria-label="Selected tickets" className={barClass}>
      <p className="mr-1 flex-1 whitespace-nowrap text-sm tabular" role="status">
        {`${chosen.size.toLocaleString("en-US")} selected`}
      </p>
      <ChooseAll chosen={chosen} items={items} total={total} findAll={findAll} />
      <div className="flex flex-wrap items-center gap-1.5 max-sm:order-1 max-sm:basis-full max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:p-0.5 *:shrink-0">
        <AssignMenu isBusy={isBusy} onChange={change} />
        <TeamMenu isBusy={isBusy} onChange={change} />
        <ChoiceMenu
          label="Status"
          icon={<CircleDot size={14} aria-hidden className="max-sm:hidden" />}
          isBusy={isBusy}
          items={ticketStatuses.map((status) => ({
            id: status,
            label: statusWords[status].label,
            onChoose: () => change({ status }),
          }))}
        />
        <ChoiceMenu
          label="Priority"
          icon={<Flag size={14} aria-hidden className="max-sm:hidden" />}
          isBusy={isBusy}
          items={ticketPriorities.map((priority) => ({
            id: priority,
            label: priorityWords[priority].label,
            onChoose: () => change({ priority }),
          }))}
        />
        <Popover
          label="Tags"
          align="start"
          className="p-3"
          trigger={(props) => (
            <Button
              {...props}
              size="sm"
              icon={<Tag size={14} aria-hidden className="max-sm:hidden" />}
              disabled={isBusy}
            >
              Tags
            </Button>
          )}
        >
          {(close) => (
            <TagForm
              known={items.flatMap(({ id, tags }) => (chosen.has(id) ? tags : []))}
              onChange={(wanted) => {
                close();
                change(wanted);
              }}
            />
          )}
        </Popover>
        <ChoiceMenu
          label="Category"
          icon={<Folder size={14} aria-hidden className="max-sm:hidden" />}
          isBusy={isBusy}
          items={ticketCategories.map((category) => ({
            id: category,
            label: category,
            onChoose: () => change({ category }),
          }))}
        />
        <Button
          size="sm"
          icon={<AlarmClock size={14} aria-hidden className="max-sm:hidden" />}
          disabled={isBusy}
          onClick={() => setOpen("snooze")}
        >
          Snooze
        </Button>
        <Button
          size="sm"
          icon={<Zap size={14} aria-hidden className="max-sm:hidden" />}
          disabled={isBusy}
          onClick={() => setOpen("macro")}
        >
          Macro
        </Button>
        <Button
          size="sm"
          icon={<Merge size={14} aria-hidden className="max-sm:hidden" />}
          disabled={isBusy || !canMerge}
          title={canMerge ? undefined : `Two to ${mostMerged} tickets of this page can be merged at once`}
          onClick={() => setOpen("merge")}
        >
          Merge
        </Button>
      </div>
      <IconButton label="Clear selection" size="sm" icon={<X size={14} aria-hidden />} onClick={clearChosen} />
      {open === "snooze" && (
        <SnoozeManyDialog count={chosen.size} onChoose={(snoozedUntil) => change({ snoozedUntil })} onClose={close} />
      )}
      {open === "macro" && <RunOnManyDialog ticketIds={[...chosen]} onStarted={clearChosen} onClose={close} />}
      {open === "merge" && <MergeManyDialog tickets={cards} onClose={close} />}
    </section>
  );
}

/** Selects all matching tickets when there are more than the selected ones. */
function ChooseAll({ chosen, items, total, findAll }: SelectionBarProps) {
  const [state, setState] = useState<"asking" | string | null>(null);
  const count = total?.count ?? items.length;
  if (chosen.size >= Math.min(count, limits.ticketsChosen)) return null;

  async function choose() {
    setState("asking");
    try {
      const { ids } = await findAll();
      chooseAll(ids);
      setState(null);
    } catch (error) {
      setState(error instanceof Error ? failureText(error) : null);
    }
  }

  const all = `${count.toLocaleString("en-US")}${total?.isCapped ? "+" : ""}`;
  const isCut = count > limits.ticketsChosen;
  return (
    <>
      <Button size="sm" variant="ghost" busy={state === "asking"} onClick={() => void choose()}>
        {isCut
          ? `Select the first ${limits.ticketsChosen.toLocaleString("en-US")} of ${all} that match`
          : `Select all ${all} that match`}
      </Button>
      {state !== null && state !== "asking" && (
        <p role="alert" className="text-red text-sm">
          {state}
        </p>
      )}
    </>
  );
}

function AssignMenu({ isBusy, onChange }: { isBusy: boolean; onChange: (change: Change) => void }) {
  const { user } = useSession();
  const { colleagues } = useColleagues();
  const { isAway } = useTeams();
  const others = colleagues.filter(({ id, isActive }) => isActive && id !== user?.id);
  const choice = (id: string | null, label: string) => ({
    id: id ?? "nobody",
    label,
    onChoose: () => onChange({ assignedTo: id }),
  });
  return (
    <ChoiceMenu
      label="Assign"
      icon={<UserCheck size={14} aria-hidden className="max-sm:hidden" />}
      isBusy={isBusy}
      items={[
        ...(user ? [choice(user.id, "Assign to me")] : []),
        choice(null, "Nobody"),
        ...others.map(({ id, name }) => choice(id, isAway(id) ? `${name} (away)` : name)),
      ]}
    />
  );
}

function TeamMenu({ isBusy, onChange }: { isBusy: boolean; onChange: (change: Change) => void }) {
  const { teams } = useTeams();
  if (teams.length === 0) return null;
  const choice = (id: string | null, label: string) => ({
    id: id ?? "nobody",
    label,
    onChoose: () => onChange({ teamId: id }),
  });
  return (
    <ChoiceMenu
      label="Team"
      icon={<Users size={14} aria-hidden className="max-sm:hidden" />}
      isBusy={isBusy}
      items={[choice(null, "No team"), ...teams.map(({ id, name }) => choice(id, name))]}
    />
  );
}

interface ChoiceMenuProps {
  label: string;
  icon: ReactNode;
  isBusy: boolean;
  items: { id: string; label: string; onChoose: () => void }[];
}

function ChoiceMenu({ label, icon, isBusy, items }: ChoiceMenuProps) {
  return (
    <Menu
      label={label}
      align="start"
      className="max-w-70"
      trigger={(props) => (
        <Button {...props} size="sm" icon={icon} disabled={isBusy}>
          {label}
        </Button>
      )}
      items={items.map(({ label: text, ...item }) => ({
        ...item,
        label: (
          <span dir="auto" className="truncate">
            {text}
          </span>
        ),
      }))}
    />
  );
}

/** How many existing tags are suggested. */
const OFFERED = 8;

interface TagFormProps {
  /** The selected tickets' tags, with repeats. */
  known: readonly string[];
  onChange: (change: ItemOfChange["change"]) => void;
}

/** Adds a tag to many tickets, or removes it. */
function TagForm({ known, onChange }: TagFormProps) {
  const [text, setText] = useState("");
  const faultId = useId();
  const tag = text.trim();
  const isTooLong = tag.length > limits.tagLength;
  const canSend = tag !== "" && !isTooLong;
  return (
    <form
      className="flex w-64 flex-col gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onChange({ addTags: [tag] });
      }}
    >
      <Input
        data-autofocus
        aria-label="Tag"
        placeholder="Tag"
        dir="auto"
        autoComplete="off"
        value={text}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? faultId : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {isTooLong && (
        <p id={faultId} role="alert" className="text-red text-xs">
          {`A tag is too long (maximum ${limits.tagLength} characters)`}
        </p>
      )}
      <ul aria-label="Tags of the selected tickets" className="flex flex-wrap gap-1.5 empty:hidden">
        {[...new Set(known)].slice(0, OFFERED).map((each) => (
          <li key={each} className="min-w-0">
            <Chip pressed={each === tag} onClick={() => setText(each)} className="max-w-56 truncate">
              {each}
            </Chip>
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" type="submit" disabled={!canSend}>
          Add tag
        </Button>
        <Button size="sm" disabled={!canSend} onClick={() => onChange({ removeTags: [tag] })}>
          Remove tag
        </Button>
      </div>
    </form>
  );
}
