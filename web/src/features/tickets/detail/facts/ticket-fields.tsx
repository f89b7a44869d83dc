import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketCategories, ticketPriorities } from "@deskhand/contract/vocabulary";
import { Clock } from "lucide-react";
import { type ReactNode, type RefObject, useId, useRef } from "react";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { useTeams } from "../../../../entities/person/use-teams.ts";
import { priorityWords } from "../../../../entities/ticket/ticket-pills.tsx";
import { ticketShortcuts } from "../../../../entities/ticket/ticket-shortcuts.ts";
import { isArchived, isOverdue } from "../../../../entities/ticket/ticket-state.ts";
import { formatDate } from "../../../../lib/format.ts";
import { useSession } from "../../../../lib/session.ts";
import { keyNames, useShortcuts } from "../../../../lib/shortcuts.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { Banner } from "../../../../ui/banner.tsx";
import { Card } from "../../../../ui/card.tsx";
import { cx } from "../../../../ui/cx.ts";
import { Select } from "../../../../ui/form/select.tsx";
import { TagList } from "../../../../ui/tag-list.tsx";
import { useNow } from "../../../../ui/time/use-now.ts";
import type { Room } from "../../../../ui/use-room.ts";
import { DueDateField, FieldRow } from "./due-date-field.tsx";
import { TagEditor } from "./ticket-tags.tsx";
import { editFailureText, useTicketEdit } from "./use-ticket-edit.ts";

const priorities = ticketPriorities.map((value) => ({ value, label: priorityWords[value].label }));
const categories = ticketCategories.map((value) => ({ value, label: value }));

/** The assignee, priority, category, due date and tags, edited in place by whoever may. */
export function TicketFields({ ticket, room }: { ticket: TicketDetail; room: Room }) {
  const { user, can } = useSession();
  const edit = useTicketEdit(ticket);
  const card = useRef<HTMLDivElement>(null);
  const overdue = isOverdue(ticket, useNow());
  const tagsId = useId();
  const isEditable = can("tickets:update") && !isArchived(ticket.status);
  const isMine = ticket.assignedTo === user?.id;
  const assignToMe = user === null || isMine ? undefined : () => edit.set("assignedTo", user.id);
  useFieldKeys(card, isEditable, assignToMe);
  const overdueBadge = overdue && (
    <Badge tone="red" icon={<Clock size={11} aria-hidden />}>
      Overdue
    </Badge>
  );

  return (
    <Card ref={card} className="@container">
      {edit.error !== null && (
        <Banner kind="warning" onDismiss={edit.clearError} className="mb-3">
          {editFailureText(edit.error)}
        </Banner>
      )}
      {isEditable ? (
        <div className={gridOf(room)}>
          <AssigneeField
            assignedTo={ticket.assignedTo}
            onChange={(id) => edit.set("assignedTo", id)}
            onAssignToMe={assignToMe}
          />
          <TeamField teamId={ticket.teamId} onChange={(id) => edit.set("teamId", id)} />
          <SelectRow
            label="Priority"
            name="priority"
            value={ticket.priority}
            options={priorities}
            onChange={(priority) => edit.set("priority", priority)}
          />
          <SelectRow
            label="Category"
            name="category"
            value={ticket.category}
            options={categories}
            onChange={(category) => edit.set("category", category)}
          />
          <DueDateField
            dueDate={ticket.dueDate}
            mark={overdueBadge}
            onChange={(dueDate) => edit.set("dueDate", dueDate)}
          />
        </div>
      ) : (
        <ReadOnlyFields ticket={ticket} room={room} overdueBadge={overdueBadge} />
      )}
      {(isEditable || ticket.tags.length > 0) && (
        <div className="mt-3">
          <p id={tagsId} className="mb-1.5 font-medium text-soft text-xs">
            Tags
          </p>
          {isEditable ? (
            <TagEditor tags={ticket.tags} labelId={tagsId} onAdd={edit.addTag} onRemove={edit.removeTag} />
          ) : (
            <TagList tags={ticket.tags} />
          )}
        </div>
      )}
    </Card>
  );
}

function gridOf(room: Room): string {
  return cx("grid gap-x-3 gap-y-2.5", room === "narrow" ? "grid-cols-4" : "grid-cols-2");
}

interface SelectRowProps<Value extends string> {
  label: string;
  name: string;
  aside?: ReactNode;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function SelectRow<Value extends string>({ label, aside, ...rest }: SelectRowProps<Value>) {
  return (
    <FieldRow label={label} aside={aside}>
      {(control) => <Select small {...control} {...rest} />}
    </FieldRow>
  );
}

function ReadOnlyFields(props: { ticket: TicketDetail; room: Room; overdueBadge: ReactNode }) {
  const { nameOf } = useColleagues();
  const { assignedTo, teamId, priority, category, dueDate } = props.ticket;
  const { teamName } = useTeams(teamId !== null);
  const values = {
    Assignee: assignedTo === null ? "Nobody" : (nameOf(assignedTo) ?? "…"),
    ...(teamId === null ? undefined : { Team: teamName(teamId) ?? "…" }),
    Priority: priorityWords[priority].label,
    Category: category,
    "Due date": dueDate === null ? "None" : formatDate(dueDate),
  };
  return (
    <dl className={gridOf(props.room)}>
      {Object.entries(values).map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="mb-0.5 font-medium text-soft text-xs">{label}</dt>
          <dd className="flex flex-wrap items-center gap-2 text-sm break-anywhere">
            <bdi>{value}</bdi>
            {label === "Due date" && props.overdueBadge}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface AssigneeFieldProps {
  assignedTo: string | null;
  onChange: (assignedTo: string | null) => void;
  /** Undefined when the ticket is already assigned to the reader. */
  onAssignToMe: (() => void) | undefined;
}

/** Chooses the assignee: a colleague, oneself with one click, or nobody. */
function AssigneeField({ assignedTo, onChange, onAssignToMe }: AssigneeFieldProps) {
  const { colleagues } = useColleagues();
  const { isAway } = useTeams();
  // An inactive colleague cannot be chosen but may still be the assignee.
  const offered = colleagues.filter(({ id, isActive }) => isActive || id === assignedTo);
  const options = [
    { value: "", label: "Nobody" },
    ...offered.map(({ id, name, isActive }) => ({
      value: id,
      label: isActive ? (isAway(id) ? `${name} (away)` : name) : `${name} (left)`,
    })),
  ];
  if (assignedTo !== null && !offered.some(({ id }) => id === assignedTo)) {
    options.push({ value: assignedTo, label: "…" });
  }

  return (
    <SelectRow
      label="Assignee"
      name="assignee"
      value={assignedTo ?? ""}
      options={options}
      onChange={(id) => onChange(id === "" ? null : id)}
      aside={
        onAssignToMe && (
          <button
            type="button"
            aria-label="Assign to me"
            title={`Assign to me (${keyNames(ticketShortcuts.assignToMe).join(" ")})`}
            onClick={onAssignToMe}
            className="shrink-0 rounded-tag px-1 text-accent text-xs hover:underline"
          >
            <span className="@max-[8.75rem]:hidden">Assign </span>to me
          </button>
        )
      }
    />
  );
}

interface TeamFieldProps {
  teamId: string | null;
  onChange: (teamId: string | null) => void;
}

/** Chooses the team; absent in a store without teams. */
function TeamField({ teamId, onChange }: TeamFieldProps) {
  const { teams } = useTeams();
  if (teams.length === 0 && teamId === null) return null;
  const options = [{ value: "", label: "No team" }, ...teams.map(({ id, name }) => ({ value: id, label: name }))];
  if (teamId !== null && !teams.some(({ id }) => id === teamId)) options.push({ value: teamId, label: "…" });
  return (
    <SelectRow
      label="Team"
      name="team"
      value={teamId ?? ""}
      options={options}
      onChange={(id) => onChange(id === "" ? null : id)}
    />
  );
}

/**
 * Registers the keys that lead to the fields within `card`. `onAssignToMe` is undefined for the reader's own ticket;
 * without edit rights both are.
 */
function useFieldKeys(
  card: RefObject<HTMLElement | null>,
  isEditable: boolean,
  onAssignToMe: (() => void) | undefined,
): void {
  const to = (name: string) => (isEditable ? () => lead(card.current, name) : undefined);
  useShortcuts(ticketShortcuts, (dialog) => dialog !== null && dialog === (card.current?.closest("dialog") ?? null), {
    assignToMe: isEditable ? onAssignToMe : undefined,
    assignee: to("assignee"),
    priority: to("priority"),
    tag: to("tag"),
  });
}

/** Focuses a field and opens its list if it has one, unfolding the details around it. */
function lead(card: HTMLElement | null, name: string): void {
  const field = card?.querySelector<HTMLElement>(`[name="${name}"]`);
  if (!field) return;
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.focus();
  if (!(field instanceof HTMLSelectElement)) return;
  try {
    field.showPicker();
  } catch {
    // Some browsers open it only on a click, older ones not at all; the arrow keys work anyway.
  }
}
