import type { Calendar } from "@deskhand/contract/targets/hours";
import { targetLimits } from "@deskhand/contract/targets/target-limits";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useDiscard } from "../../screens/discard-question.tsx";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { Field, InputField } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { DaysOff } from "./days-off.tsx";
import { definitionOf, draftOf, type HoursDraft, timeZones } from "./hours-draft.ts";
import { unreadWords, WeekFields } from "./week-fields.tsx";
import { WeekGrid } from "./week-grid.tsx";

interface HoursDialogProps {
  /** Absent for new ones. */
  calendar: Calendar | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Makes or changes working hours: a week to draw on or to type, holidays, and days off of one's own. */
export function HoursDialog({ calendar, onClose, onSaved }: HoursDialogProps) {
  const [begun] = useState(() => draftOf(calendar));
  const [draft, setDraft] = useState(begun);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const leaving = useDiscard("working hours", draft !== begun, onClose);
  const save = useMutation({
    ...failsOffline,
    mutationFn: () =>
      calendar === undefined
        ? api.hours.create.call({ ...definitionOf(draft), idempotencyKey })
        : api.hours.update.call({ ...definitionOf(draft), id: calendar.id, expectedVersion: calendar.version }),
    onSuccess() {
      onSaved();
      onClose();
    },
  });
  /** The days whose hours are typed so that nothing can read them. */
  const [unread, setUnread] = useState<readonly string[]>([]);
  const check = () => Object.fromEntries(unread.map((day) => [day, unreadWords]));
  const form = useForm<string>({ check, save, send: () => save.mutate() });
  const faultOf = (path: string) =>
    Object.entries(form.faults).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];

  function change(changed: Partial<HoursDraft>) {
    setDraft({ ...draft, ...changed });
    form.edited();
  }

  return (
    <>
      <Dialog
        size="lg"
        title={calendar === undefined ? "New Working Hours" : "Edit Working Hours"}
        onClose={leaving.close}
        footer={
          <>
            <Button onClick={leaving.close}>Cancel</Button>
            <Button variant="primary" busy={save.isPending} busyText="Saving..." onClick={form.submit}>
              Save
            </Button>
          </>
        }
      >
        <form {...form.props} className="flex flex-col gap-5">
          <FailureBanner error={form.failure} title="The working hours were not saved" onDismiss={save.reset} />
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
            <p className="text-soft text-sm">Draw the hours, or type them, such as 9:00–12:30, 13:30–17:00.</p>
            <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
              <WeekGrid week={draft.week} onChange={(week) => change({ week })} />
              <WeekFields
                week={draft.week}
                faultOf={faultOf}
                onUnread={(day, isUnread) =>
                  setUnread((days) => [...days.filter((each) => each !== day), ...(isUnread ? [day] : [])])
                }
                onChange={(week) => change({ week })}
              />
            </div>
          </fieldset>
          <DaysOff draft={draft} faultOf={faultOf} onChange={change} />
        </form>
      </Dialog>
      {leaving.question}
    </>
  );
}
