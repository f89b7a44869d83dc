import type { Calendar } from "@deskhand/contract/targets/hours";
import { targetLimits } from "@deskhand/contract/targets/target-limits";
import { api } from "../../lib/api.ts";
import { SettingDialog } from "../../screens/settings/setting-dialog.tsx";
import type { FormProps } from "../../screens/settings/settings-screen.tsx";
import { useSettingForm } from "../../screens/settings/use-setting-form.ts";
import { Field, InputField } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { DaysOff } from "./days-off.tsx";
import { definitionOf, draftOf, timeZones } from "./hours-draft.ts";
import { unreadWords, WeekFields } from "./week-fields.tsx";
import { WeekGrid } from "./week-grid.tsx";
import { weekText } from "./week-text.ts";

/** Makes or changes working hours: a week to draw on or to type, holidays, and days off of one's own. */
export function HoursDialog(props: FormProps<Calendar>) {
  const form = useSettingForm({
    ...props,
    kind: "calendar",
    draftOf,
    check: ({ unread }) => Object.fromEntries(unread.map((day) => [day, unreadWords])),
    create: (draft, { idempotencyKey }) => api.hours.create.call({ ...definitionOf(draft), idempotencyKey }),
    update: (draft, target) => api.hours.update.call({ ...definitionOf(draft), ...target }),
  });
  const { draft, change, faultOf } = form;
  return (
    <SettingDialog
      form={form}
      one="working hours"
      size="lg"
      title={props.item === undefined ? "New Working Hours" : "Edit Working Hours"}
      renderTheirs={({ week }) => <p>{weekText(week)}</p>}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label="Name"
          required
          data-autofocus
          maxLength={targetLimits.targetNameLength}
          value={draft.name}
          error={faultOf("name")}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field label="Time zone" error={faultOf("timeZone")}>
          {(control) => (
            <Select
              {...control}
              value={draft.timeZone}
              options={timeZones(draft.timeZone).map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
              onChange={(timeZone) => change({ timeZone })}
            />
          )}
        </Field>
      </div>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 font-semibold text-sm">Week</legend>
        <p className="text-soft text-sm">
          <span className="pointer-coarse:hidden">Draw the hours, or type them,</span>
          <span className="hidden pointer-coarse:inline">Type the hours of each day,</span> such as 9:00–12:30,
          13:30–17:00.
        </p>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
          <WeekGrid week={draft.week} onChange={(week) => change({ week })} />
          <WeekFields
            key={form.version}
            week={draft.week}
            faultOf={faultOf}
            onUnread={(day, isUnread) =>
              change({ unread: [...draft.unread.filter((each) => each !== day), ...(isUnread ? [day] : [])] })
            }
            onChange={(week) => change({ week })}
          />
        </div>
      </fieldset>
      <DaysOff draft={draft} faultOf={faultOf} onChange={change} />
    </SettingDialog>
  );
}
