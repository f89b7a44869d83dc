import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import { type RuleTrigger, ruleActions, ruleTriggers } from "@deskhand/contract/admin/rule-parts";
import type { Rule } from "@deskhand/contract/admin/rules";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ActionRows, optionsOf } from "../../entities/ticket/action-rows.tsx";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { SettingDialog } from "../../screens/settings/setting-dialog.tsx";
import type { FormProps } from "../../screens/settings/settings-screen.tsx";
import { faultAt, useSettingForm } from "../../screens/settings/use-setting-form.ts";
import { namedFaults } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Conditions, Part } from "./condition-fields.tsx";
import { definitionOf, draftOf, type RuleDraft } from "./rule-draft.ts";
import { ruleValueField } from "./rule-rows.tsx";
import { RuleSentence } from "./rule-sentence.tsx";
import { Trial } from "./rule-trial.tsx";
import { SwitchOnDialog } from "./switch-on-dialog.tsx";

/** Makes or changes a rule, which reads as a sentence: when, if, then. It is tried on the newest tickets before it is switched on. */
export function RuleDialog(props: FormProps<Rule>) {
  const isOn = props.item?.isOn ?? false;
  const form = useSettingForm({
    ...props,
    kind: "rule",
    draftOf,
    create: (draft, more) => api.rules.create.call({ ...definitionOf(draft), ...more }),
    update: (draft, target) => api.rules.update.call({ ...definitionOf(draft), ...target }),
    turn: (id, isOn) => api.rules.switch.call({ id, isOn }),
  });
  const { draft } = form;
  const trial = useMutation(api.rules.try.mutationOptions(failsOffline));
  const tryFaults = namedFaults<string>(trial.error);
  const faultOf = (path: string) => faultAt(tryFaults, path) ?? form.faultOf(path);

  const [isAsking, setAsking] = useState(false);

  /** Shows first what it would have done. */
  function askToTurnOn() {
    if (trial.data !== undefined) setAsking(true);
    else trial.mutate(definitionOf(draft), { onSuccess: () => setAsking(true) });
  }

  function change(changed: Partial<RuleDraft>) {
    form.change(changed);
    if (!trial.isPending) trial.reset();
  }

  const delays = "delay" in ruleTriggers[draft.trigger];
  return (
    <SettingDialog
      form={form}
      one="rule"
      size="lg"
      title={props.item === undefined ? "New Rule" : "Edit Rule"}
      renderTheirs={(rule) => <RuleSentence rule={rule} />}
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
            variant={isOn ? "primary" : "secondary"}
            busy={form.isSaving}
            busyText="Saving..."
            onClick={form.submit}
          >
            {isOn ? "Save" : "Save, switched off"}
          </Button>
          {!isOn && (
            <Button variant="primary" disabled={form.isSaving || trial.isPending} onClick={askToTurnOn}>
              Save and switch on
            </Button>
          )}
        </>
      }
    >
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
      <FailureBanner
        error={Object.keys(tryFaults).length > 0 ? null : trial.error}
        title="The rule was not tried"
        onDismiss={trial.reset}
      />
      {trial.data !== undefined && <Trial tried={trial.data} />}
      {isAsking && trial.data !== undefined && (
        <SwitchOnDialog
          name={draft.name}
          tried={trial.data}
          onConfirm={() => {
            setAsking(false);
            form.saveAndTurnOn();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingDialog>
  );
}
