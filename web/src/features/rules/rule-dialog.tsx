import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import { type RuleAction, type RuleTrigger, ruleActions, ruleTriggers } from "@deskhand/contract/admin/rule-parts";
import type { Rule } from "@deskhand/contract/admin/rules";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
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
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { AddButton, Conditions, optionsOf, Part, Row, type RowProps, ValueField } from "./condition-fields.tsx";
import { type ActionDraft, definitionOf, newAction, type RuleDraft } from "./rule-draft.ts";

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
        <Conditions matches={draft.matches} conditions={draft.conditions} faultOf={faultOf} onChange={change} />
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
