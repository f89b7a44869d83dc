import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import {
  type ActionAbout,
  choiceLabel,
  nobody,
  type RuleAction,
  ruleActions,
} from "@deskhand/contract/admin/rule-parts";
import { Plus, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Textarea } from "../../ui/form/textarea.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useColleagues } from "../person/use-colleagues.ts";
import { useTeams } from "../person/use-teams.ts";
import { type ActionDraft, newAction } from "./action-draft.ts";

type FieldOf = (kind: string, text: string, onChange: (text: string) => void) => ReactNode;

interface ActionRowsProps {
  actions: readonly ActionDraft[];
  /** The actions to choose from. */
  offered: readonly { value: RuleAction; label: string }[];
  /** The field of a kind of value that is not for all; undefined for the usual ones. */
  fieldOf?: FieldOf | undefined;
  /** What is wrong with the action at a place. */
  faultOf: (index: number) => string | undefined;
  onChange: (actions: ActionDraft[]) => void;
}

/** The actions of a rule or macro, each in a row, to change, add and remove. */
export function ActionRows({ actions, offered, fieldOf, faultOf, onChange }: ActionRowsProps) {
  return (
    <>
      {actions.map((action, index) => (
        <ActionRow
          key={action.key}
          action={action}
          offered={offered}
          fieldOf={fieldOf}
          fault={faultOf(index)}
          onChange={(changed) => onChange(actions.with(index, changed))}
          onRemove={() => onChange(actions.toSpliced(index, 1))}
        />
      ))}
      <AddButton
        label="Add an action"
        isFull={actions.length >= ruleLimits.ruleActions}
        onAdd={() => onChange([...actions, newAction()])}
      />
    </>
  );
}

interface ActionRowProps extends Pick<ActionRowsProps, "offered" | "fieldOf"> {
  action: ActionDraft;
  fault: string | undefined;
  onChange: (changed: ActionDraft) => void;
  onRemove: () => void;
}

function ActionRow({ action, offered, fieldOf, fault, onChange, onRemove }: ActionRowProps) {
  const about: ActionAbout = ruleActions[action.action];
  const write = (text: string) => onChange({ ...action, text });
  return (
    <PartRow fault={fault} onRemove={onRemove} removes="Remove the action">
      <Select
        aria-label="Action"
        className="w-52"
        value={action.action}
        options={offered}
        onChange={(chosen: RuleAction) => onChange({ ...newAction(chosen), key: action.key })}
      />
      {fieldOf?.(about.value, action.text, write) ?? (
        <ValueField
          kind={about.value}
          choices={about.choices}
          words={about.words}
          example={about.example}
          text={action.text}
          onChange={write}
        />
      )}
    </PartRow>
  );
}

/** Adds a part, up to the most that there may be. */
export function AddButton({ label, isFull, onAdd }: { label: string; isFull: boolean; onAdd: () => void }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="self-start"
      icon={<Plus size={14} aria-hidden />}
      disabled={isFull}
      onClick={onAdd}
    >
      {label}
    </Button>
  );
}

/** The choices of a menu, of a table with their labels. */
export function optionsOf<Key extends string>(table: Record<Key, { label: string }>): { value: Key; label: string }[] {
  return (Object.keys(table) as Key[]).map((value) => ({ value, label: table[value].label }));
}

interface PartRowProps {
  fault: string | undefined;
  removes: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A part of a rule or macro, which can be removed. */
export function PartRow({ fault, removes, onRemove, children }: PartRowProps) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-start gap-2 max-sm:rounded-panel max-sm:border max-sm:border-line max-sm:p-2">
        {children}
        <IconButton label={removes} icon={<X size={15} aria-hidden />} onClick={onRemove} />
      </div>
      {fault !== undefined && <p className="text-red text-xs">{fault}</p>}
    </div>
  );
}

interface ValueFieldProps {
  kind: string;
  choices: readonly string[] | undefined;
  /** What the values are called; absent, as they are written. Where they are typed, these are offered. */
  words?: Readonly<Record<string, string>> | undefined;
  /** What may be typed, for who sees an empty field. */
  example?: string | undefined;
  text: string;
  onChange: (text: string) => void;
}

/** The value of a condition or an action: chosen where there is a list, else typed, with commas between several. */
export function ValueField({ kind, choices, words, example, text, onChange }: ValueFieldProps) {
  const offersId = useId();
  const { colleagues } = useColleagues();
  const props = { "aria-label": "Value", className: "min-w-44 flex-1" };
  if (kind === "nothing") return <span className="min-w-44 flex-1" />;
  if (choices !== undefined) {
    const options = choices.map((value) => ({ value, label: words?.[value] ?? choiceLabel(value) }));
    return <Select {...props} value={text} options={options} onChange={onChange} />;
  }
  if (kind === "person") {
    const people = colleagues.filter(({ id, isActive }) => isActive || id === text);
    const options = [{ value: nobody, label: "Nobody" }, ...people.map(({ id, name }) => ({ value: id, label: name }))];
    return <Select {...props} value={text} options={options} onChange={onChange} />;
  }
  if (kind === "team") return <TeamField {...props} value={text} onChange={onChange} />;
  if (kind === "note") {
    return (
      <div className="min-w-60 flex-1">
        <Textarea
          aria-label="Value"
          rows={2}
          maxRows={6}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    );
  }
  const isNumber = kind === "number" || kind === "hours";
  return (
    <>
      <Input
        {...props}
        inputMode={isNumber ? "decimal" : "text"}
        placeholder={example && `e.g. ${example}`}
        list={words && offersId}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {words && (
        <datalist id={offersId}>
          {Object.entries(words).map(([value, label]) => (
            <option key={value} value={value} label={label} />
          ))}
        </datalist>
      )}
    </>
  );
}

interface TeamFieldProps {
  "aria-label": string;
  className: string;
  value: string;
  onChange: (id: string) => void;
}

/** The team of a ticket, or none. One that was deleted stays until another one is chosen. */
function TeamField({ value, ...props }: TeamFieldProps) {
  const { teams, teamName, isLoaded } = useTeams();
  const options = [{ value: nobody, label: "No team" }, ...teams.map(({ id, name }) => ({ value: id, label: name }))];
  const isGone = isLoaded && value !== nobody && teamName(value) === null;
  return (
    <Select {...props} value={value} options={isGone ? [{ value, label: "A deleted team" }, ...options] : options} />
  );
}
