import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import { type RuleTrigger, ruleActions, ruleTriggers } from "@deskhand/contract/admin/rule-parts";
import type { Rule } from "@deskhand/contract/admin/rules";
import { isDefinedError } from "@orpc/client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ActionRows, optionsOf } from "../../entities/ticket/action-rows.tsx";
import { api } from "../../lib/api.ts";
import { fieldFailures } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useUnsaved } from "../../screens/leave-guard.tsx";
import { useForm } from "../../screens/use-form.ts";
import { BannerButton } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Conditions, Part } from "./condition-fields.tsx";
import { RuleConflict } from "./rule-conflict.tsx";
import { definitionOf, draftOf, isSame, type RuleDraft } from "./rule-draft.ts";
import { ruleValueField } from "./rule-rows.tsx";
import { Trial } from "./rule-trial.tsx";

interface RuleDialogProps {
  /** Absent for a new one. */
  rule?: Rule | undefined;
  /** The rule as the store has it now; a colleague may have changed or deleted it. */
  current: Rule | undefined;
  draft: RuleDraft;
  onClose: () => void;
  onSettled: () => void;
}

const discarding = {
  title: "Discard changes?",
  text: "What you changed in this rule has not been saved.",
  leave: "Discard",
  stay: "Keep editing",
} as const;

type Saving = { isOn: boolean; over?: Rule; asNew?: true };

/** Makes or changes a rule, which reads as a sentence: when, if, then. It is tried on the newest tickets before it is switched on. */
export function RuleDialog({ rule, current, draft: begun, onClose, onSettled }: RuleDialogProps) {
  const [draft, setDraft] = useState(begun);
  const [before, setBefore] = useState({ draft: begun, version: rule?.version ?? 0 });
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [isAsking, setAsking] = useState(false);
  const isUnsaved = !isSame(draft, before.draft);
  useUnsaved("rule", isUnsaved, discarding);
  const trial = useMutation(api.rules.try.mutationOptions(failsOffline));
  const save = useMutation({
    ...failsOffline,
    async mutationFn({ isOn, over, asNew }: Saving) {
      const definition = definitionOf(draft);
      if (rule === undefined || asNew) return api.rules.create.call({ ...definition, isOn, idempotencyKey });
      const expectedVersion = over?.version ?? before.version;
      const saved = await api.rules.update.call({ ...definition, id: rule.id, expectedVersion });
      // If switching it on fails, saving again is of this version.
      setBefore({ draft, version: saved.version });
      return isOn && !saved.isOn ? api.rules.switch.call({ id: rule.id, isOn }) : saved;
    },
    onSuccess: onClose,
    onSettled,
  });
  const wanted = save.variables?.isOn ?? false;
  const refusal = isDefinedError(save.error) ? save.error.code : null;
  const isConflict = refusal === "rule_changed_meanwhile";
  const refused = trial.error ?? save.error;
  const form = useForm({
    save: { ...save, error: save.error },
    send: () => save.mutate({ isOn: rule?.isOn ?? false }),
  });
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
      onClose={() => (isUnsaved ? setAsking(true) : onClose())}
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
            <Button variant="primary" disabled={save.isPending} onClick={() => save.mutate({ isOn: true })}>
              Save and switch on
            </Button>
          )}
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        {isConflict && (
          <RuleConflict
            current={current !== undefined && current.version > before.version ? current : undefined}
            onTakeTheirs={(theirs) => {
              setDraft(draftOf(theirs));
              setBefore({ draft: draftOf(theirs), version: theirs.version });
              save.reset();
            }}
            onSaveMine={(over) => save.mutate({ isOn: wanted, over })}
          />
        )}
        <FailureBanner
          error={isConflict ? null : form.failure}
          title="The rule was not saved"
          action={
            refusal === "rule_not_found" && (
              <BannerButton onClick={() => save.mutate({ isOn: wanted, asNew: true })}>Save as new</BannerButton>
            )
          }
          onDismiss={save.reset}
        />
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
                <div className="w-24">
                  <Input
                    aria-label="Hours"
                    inputMode="numeric"
                    value={draft.hours}
                    onChange={(event) => change({ hours: event.target.value })}
                  />
                </div>
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
          <ActionRows
            actions={draft.actions}
            offered={optionsOf(ruleActions)}
            fieldOf={ruleValueField}
            faultOf={(index) => faultOf(`actions.${index}`)}
            onChange={(actions) => change({ actions })}
          />
        </Part>
      </form>
      <FailureBanner
        error={Object.keys(fieldFailures(trial.error)).length > 0 ? null : trial.error}
        title="The rule was not tried"
        onDismiss={trial.reset}
      />
      {trial.data !== undefined && <Trial tried={trial.data} />}
      {isAsking && (
        <Dialog
          size="sm"
          title={discarding.title}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={onClose}>{discarding.leave}</Button>
              <Button variant="primary" data-autofocus onClick={() => setAsking(false)}>
                {discarding.stay}
              </Button>
            </>
          }
        >
          <p className="text-soft">{discarding.text}</p>
        </Dialog>
      )}
    </Dialog>
  );
}
