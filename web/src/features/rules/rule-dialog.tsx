import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import {
  nobody,
  type RuleAction,
  type RuleField,
  type RuleTrigger,
  ruleActions,
  ruleComparisons,
  ruleFields,
  ruleTriggers,
} from "@deskhand/contract/admin/rule-parts";
import type { Rule } from "@deskhand/contract/admin/rules";
import { statusLabels, ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { api } from "../../lib/api.ts";
import { fieldFailures } from "../../lib/failure.ts";
import { formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Textarea } from "../../ui/form/textarea.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import {
  type ActionDraft,
  type ConditionDraft,
  definitionOf,
  newAction,
  newCondition,
  type RuleDraft,
} from "./rule-draft.ts";
import { WebhookField } from "./webhook-field.tsx";

interface RuleDialogProps {
  /** Absent for a new one. */
  rule?: Rule | undefined;
  draft: RuleDraft;
  onClose: () => void;
  onSaved: () => void;
}

/** Makes or changes a rule, which reads as a sentence: when, if, then. It is tried on the newest tickets before it is switched on. */
export function RuleDialog({ rule, draft: begun, onClose, onSaved }: RuleDialogProps) {
  const [draft, setDraft] = useState(begun);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const trial = useMutation(api.rules.try.mutationOptions(failsOffline));
  const save = useMutation({
    ...failsOffline,
    async mutationFn(isOn: boolean) {
      const definition = definitionOf(draft);
      if (rule === undefined) return api.rules.create.call({ ...definition, isOn, idempotencyKey });
      const saved = await api.rules.update.call({ ...definition, id: rule.id, expectedVersion: rule.version });
      return isOn && !saved.isOn ? api.rules.switch.call({ id: rule.id, isOn }) : saved;
    },
    onSuccess() {
      onSaved();
      onClose();
    },
  });
  const refused = trial.error ?? save.error;
  const form = useForm({ save: { ...save, error: save.error }, send: () => save.mutate(rule?.isOn ?? false) });
  const faults = fieldFailures(refused);
  const faultOf = (path: string) =>
    Object.entries(faults)
      .find(([name]) => name === path || name.startsWith(`${path}.`))?.[1]
      .join(". ");

  function change(changed: Partial<RuleDraft>) {
    setDraft({ ...draft, ...changed });
    form.edited();
    if (!trial.isPending) trial.reset();
  }

  const delays = "delay" in ruleTriggers[draft.trigger];
  return (
    <Dialog
      size="lg"
      title={rule === undefined ? "New Rule" : "Edit Rule"}
      onClose={onClose}
      footer={
        <>
          <Button
            className="mr-auto"
            busy={trial.isPending}
            busyText="Trying..."
            onClick={() =>
              trial.mutate(definitionOf({ ...draft, name: draft.name.trim() === "" ? "Trial" : draft.name }))
            }
          >
            Try on the newest tickets
          </Button>
          <Button
            variant={rule?.isOn ? "primary" : "secondary"}
            busy={save.isPending}
            busyText="Saving..."
            onClick={form.submit}
          >
            {rule?.isOn ? "Save" : "Save, switched off"}
          </Button>
          {!rule?.isOn && (
            <Button variant="primary" disabled={save.isPending} onClick={() => save.mutate(true)}>
              Save and switch on
            </Button>
          )}
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="The rule was not saved" onDismiss={save.reset} />
        <InputField
          label="Name"
          required
          data-autofocus
          maxLength={ruleLimits.ruleNameLength}
          value={draft.name}
          error={faultOf("name")}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Part title="When" fault={faultOf("delayHours")}>
          <div className="flex flex-wrap items-center gap-2">
            {delays && (
              <>
                <Input
                  aria-label="Hours"
                  inputMode="numeric"
                  className="w-24"
                  value={draft.hours}
                  onChange={(event) => change({ hours: event.target.value.replace(/\D/g, "") })}
                />
                <span className="text-soft">hours</span>
              </>
            )}
            <Select
              aria-label="When"
              className="min-w-60 flex-1"
              value={draft.trigger}
              options={optionsOf(ruleTriggers)}
              onChange={(trigger: RuleTrigger) => change({ trigger })}
            />
          </div>
        </Part>
        <Part title="If" fault={undefined}>
          {draft.conditions.length > 1 && (
            <Select
              aria-label="Conditions"
              className="w-60"
              value={draft.matches}
              options={[
                { value: "all", label: "all of these hold" },
                { value: "any", label: "one of these holds" },
              ]}
              onChange={(matches) => change({ matches })}
            />
          )}
          {draft.conditions.length === 0 && <p className="text-soft text-sm">Always.</p>}
          {draft.conditions.map((condition, index) => (
            <ConditionRow
              key={condition.key}
              condition={condition}
              fault={faultOf(`conditions.${index}`)}
              onChange={(changed) => change({ conditions: draft.conditions.with(index, changed) })}
              onRemove={() => change({ conditions: draft.conditions.toSpliced(index, 1) })}
            />
          ))}
          <AddButton
            label="Add a condition"
            isFull={draft.conditions.length >= ruleLimits.ruleConditions}
            onAdd={() => change({ conditions: [...draft.conditions, newCondition()] })}
          />
        </Part>
        <Part title="Then" fault={draft.actions.length === 0 ? faultOf("actions") : undefined}>
          {draft.actions.map((action, index) => (
            <ActionRow
              key={action.key}
              action={action}
              fault={faultOf(`actions.${index}`)}
              onChange={(changed) => change({ actions: draft.actions.with(index, changed) })}
              onRemove={() => change({ actions: draft.actions.toSpliced(index, 1) })}
            />
          ))}
          <AddButton
            label="Add an action"
            isFull={draft.actions.length >= ruleLimits.ruleActions}
            onAdd={() => change({ actions: [...draft.actions, newAction()] })}
          />
        </Part>
      </form>
      <FailureBanner
        error={Object.keys(fieldFailures(trial.error)).length > 0 ? null : trial.error}
        title="The rule was not tried"
        onDismiss={trial.reset}
      />
      {trial.data !== undefined && <Trial tried={trial.data} />}
    </Dialog>
  );
}

function optionsOf<Key extends string>(table: Record<Key, { label: string }>): { value: Key; label: string }[] {
  return (Object.keys(table) as Key[]).map((value) => ({ value, label: table[value].label }));
}

function Part({ title, fault, children }: { title: string; fault: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold text-sm">{title}</legend>
      {children}
      {fault !== undefined && <p className="text-red text-xs">{fault}</p>}
    </fieldset>
  );
}

function AddButton({ label, isFull, onAdd }: { label: string; isFull: boolean; onAdd: () => void }) {
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

interface RowProps<Draft> {
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

function ActionRow({ action, fault, onChange, onRemove }: RowProps<ActionDraft> & { action: ActionDraft }) {
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
  text: string;
  onChange: (text: string) => void;
}

/** The value of a condition or an action: chosen where there is a list, else typed, with commas between several. */
function ValueField({ kind, choices, text, onChange }: ValueFieldProps) {
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
  if (kind === "webhook") return <WebhookField text={text} onChange={onChange} />;
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

type Tried = {
  looked: number;
  tickets: number;
  items: { ticketId: string; ticketNumber: number; subject: string; at: string; effects: string[] }[];
};

/** What a rule would have done, each ticket to open. */
function Trial({ tried: { looked, tickets, items } }: { tried: Tried }) {
  return (
    <section aria-label="Trial" className="mt-4 flex flex-col gap-2 border-line border-t pt-3">
      <p aria-live="polite" className="font-semibold">
        {items.length === 0
          ? "It would have changed nothing"
          : `It would have changed ${items.length.toLocaleString("en-US")}`}{" "}
        on {looked.toLocaleString("en-US")} occasions of the newest {tickets.toLocaleString("en-US")} tickets.
      </p>
      <ul className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto">
        {items.map(({ ticketId, ticketNumber, subject, at, effects }) => (
          <li key={`${ticketId} ${at}`} className="py-2">
            <TicketLink ticketId={ticketId} className="rounded-tag text-accent break-anywhere hover:underline">
              {ticketLabel(ticketNumber)} · <bdi>{subject}</bdi>
            </TicketLink>{" "}
            <span className="text-faint text-xs">{formatDateTime(at)}</span>
            <p className="text-soft text-sm">{effects.join("; ")}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
