import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import { nobody, type RuleField, ruleComparisons, ruleFields } from "@deskhand/contract/admin/rule-parts";
import type { RuleCondition } from "@deskhand/contract/admin/rules";
import { statusLabels } from "@deskhand/contract/vocabulary";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Textarea } from "../../ui/form/textarea.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { type ConditionDraft, conditionDraftOf, conditionOf, newCondition } from "./rule-draft.ts";

interface ConditionsProps {
  matches: "all" | "any";
  conditions: readonly ConditionDraft[];
  faultOf: (path: string) => string | undefined;
  onChange: (changed: { matches?: "all" | "any"; conditions?: ConditionDraft[] }) => void;
}

/** What has to hold: each condition a row of fields. */
export function Conditions({ matches, conditions, faultOf, onChange }: ConditionsProps) {
  return (
    <Part title="If" fault={undefined}>
      {conditions.length > 1 && (
        <Select
          aria-label="Conditions"
          className="w-60"
          value={matches}
          options={[
            { value: "all", label: "all of these hold" },
            { value: "any", label: "one of these holds" },
          ]}
          onChange={(chosen) => onChange({ matches: chosen })}
        />
      )}
      {conditions.length === 0 && <p className="text-soft text-sm">Always.</p>}
      {conditions.map((condition, index) => (
        <ConditionRow
          key={condition.key}
          condition={condition}
          fault={faultOf(`conditions.${index}`)}
          onChange={(changed) => onChange({ conditions: conditions.with(index, changed) })}
          onRemove={() => onChange({ conditions: conditions.toSpliced(index, 1) })}
        />
      ))}
      <AddButton
        label="Add a condition"
        isFull={conditions.length >= ruleLimits.ruleConditions}
        onAdd={() => onChange({ conditions: [...conditions, newCondition()] })}
      />
    </Part>
  );
}

/** Conditions of something else than a rule, begun with what it has. */
export interface ConditionFieldsProps {
  matches: "all" | "any";
  begun: readonly RuleCondition[];
  faultOf: (path: string) => string | undefined;
  onChange: (matches: "all" | "any", conditions: RuleCondition[]) => void;
}

/** The same fields for other parts of the desk, which know conditions only as the server takes them. */
export function ConditionFields({ matches, begun, faultOf, onChange }: ConditionFieldsProps) {
  const [drafts, setDrafts] = useState(() => begun.map(conditionDraftOf));
  return (
    <Conditions
      matches={matches}
      conditions={drafts}
      faultOf={faultOf}
      onChange={({ matches: chosen = matches, conditions = drafts }) => {
        setDrafts([...conditions]);
        onChange(chosen, conditions.map(conditionOf));
      }}
    />
  );
}

/** The options of a table's entries. */
export function optionsOf<Key extends string>(table: Record<Key, { label: string }>): { value: Key; label: string }[] {
  return (Object.keys(table) as Key[]).map((value) => ({ value, label: table[value].label }));
}

/** A part of a form with its heading and what is wrong with it as a whole. */
export function Part({ title, fault, children }: { title: string; fault: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold text-sm">{title}</legend>
      {children}
      {fault !== undefined && <p className="text-red text-xs">{fault}</p>}
    </fieldset>
  );
}

/** Adds a row to a part. */
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

export interface RowProps<Draft> {
  fault: string | undefined;
  onChange: (changed: Draft) => void;
  onRemove: () => void;
}

function ConditionRow({
  condition,
  fault,
  onChange,
  onRemove,
}: RowProps<ConditionDraft> & { condition: ConditionDraft }) {
  const about: { kind: keyof typeof ruleComparisons; choices?: readonly string[] } = ruleFields[condition.field];
  const comparisons = Object.entries(ruleComparisons[about.kind]).map(([value, label]) => ({ value, label }));
  return (
    <Row fault={fault} onRemove={onRemove} removes="Remove the condition">
      <Select
        aria-label="Field"
        className="w-52"
        value={condition.field}
        options={optionsOf(ruleFields)}
        onChange={(field: RuleField) => onChange({ ...newCondition(field), key: condition.key })}
      />
      <Select
        aria-label="Comparison"
        className="w-44"
        value={condition.comparison}
        options={comparisons}
        onChange={(comparison) => onChange({ ...condition, comparison })}
      />
      <ValueField
        kind={about.kind}
        choices={about.choices}
        text={condition.text}
        onChange={(text) => onChange({ ...condition, text })}
      />
    </Row>
  );
}

interface RowFrameProps {
  fault: string | undefined;
  removes: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A row of fields that can be removed. */
export function Row({ fault, removes, onRemove, children }: RowFrameProps) {
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
  text: string;
  onChange: (text: string) => void;
}

/** The value of a condition or an action: chosen where there is a list, else typed, with commas between several. */
export function ValueField({ kind, choices, text, onChange }: ValueFieldProps) {
  const { colleagues } = useColleagues();
  const props = { "aria-label": "Value", className: "min-w-44 flex-1" };
  if (choices !== undefined) {
    const options = choices.map((value) => ({ value, label: choiceLabel(value) }));
    return <Select {...props} value={text} options={options} onChange={onChange} />;
  }
  if (kind === "person") {
    const people = colleagues.filter(({ id, isActive }) => isActive || id === text);
    const options = [{ value: nobody, label: "Nobody" }, ...people.map(({ id, name }) => ({ value: id, label: name }))];
    return <Select {...props} value={text} options={options} onChange={onChange} />;
  }
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
    <Input
      {...props}
      inputMode={isNumber ? "decimal" : "text"}
      placeholder={isNumber ? "" : "refund, money back"}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function choiceLabel(value: string): string {
  const status = Object.entries(statusLabels).find(([name]) => name === value)?.[1];
  return status ?? value.charAt(0).toUpperCase() + value.slice(1);
}
