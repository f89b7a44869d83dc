import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import type { RuleCondition } from "@deskhand/contract/admin/rules";
import { type ReactNode, useState } from "react";
import { AddButton } from "../../entities/ticket/action-rows.tsx";
import { Select } from "../../ui/form/select.tsx";
import { type ConditionDraft, conditionDraftOf, conditionOf, newCondition } from "./rule-draft.ts";
import { ConditionRow } from "./rule-rows.tsx";

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
