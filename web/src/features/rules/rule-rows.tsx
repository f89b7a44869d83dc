import { type RuleField, type RuleFieldAbout, ruleComparisons, ruleFields } from "@deskhand/contract/admin/rule-parts";
import type { ReactNode } from "react";
import { optionsOf, PartRow, ValueField } from "../../entities/ticket/action-rows.tsx";
import { useCalendars } from "../../entities/ticket/use-targets.ts";
import { Select } from "../../ui/form/select.tsx";
import { CalendarField } from "./calendar-field.tsx";
import { countryNames } from "./country-names.ts";
import { type ConditionDraft, newCondition } from "./rule-draft.ts";
import { useResponses } from "./use-responses.ts";
import { WebhookField } from "./webhook-field.tsx";

interface ConditionRowProps {
  condition: ConditionDraft;
  fault: string | undefined;
  onChange: (changed: ConditionDraft) => void;
  onRemove: () => void;
}

/** A condition: field, comparison, value. */
export function ConditionRow({ condition, fault, onChange, onRemove }: ConditionRowProps) {
  const about: RuleFieldAbout = ruleFields[condition.field];
  const calendars = useCalendars();
  const [first] = calendars ?? [];
  const comparisons = Object.entries(ruleComparisons[about.kind]).map(([value, label]) => ({ value, label }));
  return (
    <PartRow fault={fault} onRemove={onRemove} removes="Remove the condition">
      <Select
        aria-label="Field"
        className="w-52"
        value={condition.field}
        options={optionsOf(ruleFields)}
        onChange={(field: RuleField) => {
          const value = ruleFields[field].kind === "calendar" ? first?.id : undefined;
          onChange({ ...newCondition(field, value), key: condition.key });
        }}
      />
      <Select
        aria-label="Comparison"
        className="w-44"
        value={condition.comparison}
        options={comparisons}
        onChange={(comparison) => onChange({ ...condition, comparison })}
      />
      {about.kind === "calendar" ? (
        <CalendarField
          calendars={calendars}
          id={condition.text}
          onChange={(text) => onChange({ ...condition, text })}
        />
      ) : (
        <ValueField
          kind={about.kind}
          choices={about.choices}
          words={condition.field === "order_country" ? countryNames() : about.words}
          example={about.example}
          text={condition.text}
          onChange={(text) => onChange({ ...condition, text })}
        />
      )}
    </PartRow>
  );
}

/** The field of a value that only the actions of rules have; undefined for all others. */
export function ruleValueField(kind: string, text: string, onChange: (text: string) => void): ReactNode {
  if (kind === "webhook") return <WebhookField text={text} onChange={onChange} />;
  if (kind === "response")
    return <ResponseField aria-label="Value" className="min-w-44 flex-1" value={text} onChange={onChange} />;
  return undefined;
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
