import type { RuleCondition } from "@deskhand/contract/admin/rules";
import { pausingStatuses } from "@deskhand/contract/targets/clock";
import { targetLimits } from "@deskhand/contract/targets/target-limits";
import { clockLabels } from "@deskhand/contract/targets/target-words";
import type { Policy } from "@deskhand/contract/targets/targets";
import { statusLabels } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { api } from "../../lib/api.ts";
import { SettingDialog } from "../../screens/settings/setting-dialog.tsx";
import type { FormProps } from "../../screens/settings/settings-screen.tsx";
import { useSettingForm } from "../../screens/settings/use-setting-form.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field, InputField } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { definitionOf, draftOf, type TimeDraft, type TimeName, timeNames, timesText } from "./policy-draft.ts";

/** The fields of conditions, which are those of rules. */
export type RenderConditions = (props: {
  matches: "all" | "any";
  begun: readonly RuleCondition[];
  faultOf: (path: string) => string | undefined;
  onChange: (matches: "all" | "any", conditions: RuleCondition[]) => void;
}) => ReactNode;

interface PolicyDialogProps extends FormProps<Policy> {
  renderConditions: RenderConditions;
}

const labels: Record<TimeName, string> = {
  firstReplyMinutes: clockLabels.first_reply,
  nextReplyMinutes: clockLabels.next_reply,
  resolutionMinutes: clockLabels.resolution,
};
const hints: Record<TimeName, string> = {
  firstReplyMinutes: "From the customer’s first message to our first reply.",
  nextReplyMinutes: "From each later message that waits for an answer to our reply.",
  resolutionMinutes: "From the ticket’s creation until it is resolved or closed.",
};

/** Makes or changes a policy: for which tickets, within which times, in which hours. */
export function PolicyDialog({ renderConditions, ...props }: PolicyDialogProps) {
  const form = useSettingForm({
    ...props,
    kind: "policy",
    draftOf,
    create: (draft, more) => api.targets.create.call({ ...definitionOf(draft), ...more }),
    update: (draft, target) => api.targets.update.call({ ...definitionOf(draft), ...target }),
    isOnFirst: true,
  });
  const { draft, change, faultOf } = form;
  const hours = useQuery(api.hours.list.queryOptions());
  return (
    <SettingDialog
      form={form}
      one="policy"
      size="lg"
      title={props.item === undefined ? "New Policy" : "Edit Policy"}
      saveLabel={props.item === undefined ? "Save and switch on" : "Save"}
      renderTheirs={(policy) => <p>{timesText(policy)}</p>}
    >
      <InputField
        label="Name"
        required
        data-autofocus
        maxLength={targetLimits.targetNameLength}
        value={draft.name}
        error={faultOf("name")}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Fragment key={form.version}>
        {renderConditions({
          matches: draft.matches,
          begun: draft.conditions,
          faultOf,
          onChange: (matches, conditions) => change({ matches, conditions }),
        })}
      </Fragment>
      <fieldset className="grid min-w-0 gap-4 sm:grid-cols-3">
        <legend className="mb-2 font-semibold text-sm">Targets</legend>
        {timeNames.map((name) => (
          <TimeField
            key={name}
            label={labels[name]}
            hint={hints[name]}
            time={draft.times[name]}
            error={faultOf(name)}
            onChange={(time) => change({ times: { ...draft.times, [name]: time } })}
          />
        ))}
      </fieldset>
      <Field
        label="The time passes"
        error={faultOf("calendarId")}
        hint={hours.data?.items.length === 0 ? "Working hours are made in Admin, Working Hours." : undefined}
      >
        {(control) => (
          <Select
            {...control}
            className="sm:w-80"
            value={draft.calendarId}
            options={[
              { value: "", label: "Around the clock" },
              ...(hours.data?.items ?? []).map(({ id, name }) => ({ value: id, label: `In the hours of ${name}` })),
            ]}
            onChange={(calendarId) => change({ calendarId })}
          />
        )}
      </Field>
      <fieldset className="flex min-w-0 flex-wrap gap-x-5 gap-y-2">
        <legend className="mb-1 font-medium text-sm text-soft">It stands still while the ticket is</legend>
        {pausingStatuses.map((status) => (
          <Checkbox
            key={status}
            label={statusLabels[status]}
            checked={draft.pausing.includes(status)}
            onChange={({ target }) =>
              change({
                pausing: pausingStatuses.filter((each) =>
                  each === status ? target.checked : draft.pausing.includes(each),
                ),
              })
            }
          />
        ))}
      </fieldset>
    </SettingDialog>
  );
}

interface TimeFieldProps {
  label: string;
  hint: string;
  time: TimeDraft;
  error: string | undefined;
  onChange: (time: TimeDraft) => void;
}

function TimeField({ label, hint, time, error, onChange }: TimeFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            inputMode="decimal"
            placeholder="None"
            className="min-w-0 flex-1"
            value={time.text}
            onChange={(event) => onChange({ ...time, text: event.target.value })}
          />
          <Select
            aria-label={`Unit of ${label}`}
            className="w-28"
            value={time.unit}
            options={[
              { value: "minutes", label: "minutes" },
              { value: "hours", label: "hours" },
            ]}
            onChange={(unit) => onChange({ ...time, unit })}
          />
        </div>
      )}
    </Field>
  );
}
