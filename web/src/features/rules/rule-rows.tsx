import {
  nobody,
  type RuleAction,
  type RuleField,
  type RuleFieldAbout,
  ruleActions,
  ruleComparisons,
  ruleFields,
} from "@deskhand/contract/admin/rule-parts";
import { statusLabels } from "@deskhand/contract/vocabulary";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Textarea } from "../../ui/form/textarea.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { type ActionDraft, type ConditionDraft, newAction, newCondition } from "./rule-draft.ts";
import { useResponses } from "./use-responses.ts";
import { WebhookField } from "./webhook-field.tsx";

/** The entries of a table as the options of a menu. */
export function optionsOf<Key extends string>(table: Record<Key, { label: string }>): { value: Key; label: string }[] {
  return (Object.keys(table) as Key[]).map((value) => ({ value, label: table[value].label }));
}

interface RowProps<Draft> {
  fault: string | undefined;
  onChange: (changed: Draft) => void;
  onRemove: () => void;
}

/** A condition: field, comparison, value. */
export function ConditionRow({
  condition,
  fault,
  onChange,
  onRemove,
}: RowProps<ConditionDraft> & { condition: ConditionDraft }) {
  const about: RuleFieldAbout = ruleFields[condition.field];
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
        words={about.words}
        text={condition.text}
        onChange={(text) => onChange({ ...condition, text })}
      />
    </Row>
  );
}

/** An action with its value. */
export function ActionRow({ action, fault, onChange, onRemove }: RowProps<ActionDraft> & { action: ActionDraft }) {
  const about: { value: string; choices?: readonly string[] } = ruleActions[action.action];
  return (
    <Row fault={fault} onRemove={onRemove} removes="Remove the action">
      <Select
        aria-label="Action"
        className="w-52"
        value={action.action}
        options={optionsOf(ruleActions)}
        onChange={(chosen: RuleAction) => onChange({ ...newAction(chosen), key: action.key })}
      />
      <ValueField
        kind={about.value}
        choices={about.choices}
        text={action.text}
        onChange={(text) => onChange({ ...action, text })}
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

function Row({ fault, removes, onRemove, children }: RowFrameProps) {
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
  words?: Readonly<Record<string, string>> | undefined;
  text: string;
  onChange: (text: string) => void;
}

/** The value of a condition or an action: chosen where there is a list, else typed, with commas between several. */
function ValueField({ kind, choices, words, text, onChange }: ValueFieldProps) {
  const { colleagues } = useColleagues();
  const props = { "aria-label": "Value", className: "min-w-44 flex-1" };
  if (choices !== undefined) {
    const options = choices.map((value) => ({ value, label: words?.[value] ?? choiceLabel(value) }));
    return <Select {...props} value={text} options={options} onChange={onChange} />;
  }
  if (kind === "person") {
    const people = colleagues.filter(({ id, isActive }) => isActive || id === text);
    const options = [{ value: nobody, label: "Nobody" }, ...people.map(({ id, name }) => ({ value: id, label: name }))];
    return <Select {...props} value={text} options={options} onChange={onChange} />;
  }
  if (kind === "webhook") return <WebhookField text={text} onChange={onChange} />;
  if (kind === "response") return <ResponseField {...props} value={text} onChange={onChange} />;
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

interface ResponseFieldProps {
  "aria-label": string;
  className: string;
  value: string;
  onChange: (id: string) => void;
}

/** The canned response that a rule sends. One that was deleted stays until another one is chosen. */
function ResponseField({ value, ...props }: ResponseFieldProps) {
  const { responses, isLoaded } = useResponses();
  const options = responses.map(({ id, title }) => ({ value: id, label: title }));
  const isGone = isLoaded && value !== "" && !responses.some(({ id }) => id === value);
  const none = isLoaded && responses.length === 0 ? "There are no canned responses yet" : "Choose a canned response";
  const absent = isGone ? { value, label: "A canned response that was deleted" } : { value: "", label: none };
  return <Select {...props} value={value} options={value === "" || isGone ? [absent, ...options] : options} />;
}

function choiceLabel(value: string): string {
  const status = Object.entries(statusLabels).find(([name]) => name === value)?.[1];
  return status ?? value.charAt(0).toUpperCase() + value.slice(1);
}
