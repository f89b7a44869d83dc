import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import { limits } from "@deskhand/contract/limits";
import { type ReactNode, useState } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { arrowFocus } from "../../../ui/form/arrow-keys.ts";
import { InputField } from "../../../ui/form/field.tsx";

interface SnoozeChoiceProps {
  /** When the choice opened, so that nothing moves under the pointer. */
  opened: Date;
  isBusy: boolean;
  onChoose: (until: SnoozeUntil) => void;
}

/** Chooses a snooze: until a time, or until the customer answers. */
export function SnoozeChoice({ opened, isBusy, onChoose }: SnoozeChoiceProps) {
  return (
    <TimeChoice
      opened={opened}
      isBusy={isBusy}
      action={{ label: "Snooze", busy: "Snoozing..." }}
      onChoose={(at) => onChoose(at.toISOString())}
    >
      <Offer
        label="Until the customer answers"
        aside=""
        isFirst={false}
        isBusy={isBusy}
        onChoose={() => onChoose("answer")}
      />
    </TimeChoice>
  );
}

interface TimeChoiceProps {
  /** When the choice opened, so that nothing moves under the pointer. */
  opened: Date;
  isBusy: boolean;
  /** The button for a custom time. */
  action: { label: string; busy: string };
  /** The time chosen before. */
  chosen?: Date | undefined;
  /** Where it is 9:00 at the suggested mornings; absent, where the reader is. */
  zone?: string | undefined;
  onChoose: (at: Date) => void;
  /** Further options after the times. */
  children?: ReactNode;
}

/** Chooses a future time: suggestions, with arrow keys between them, or a custom time. */
export function TimeChoice({ opened, isBusy, action, chosen, zone, onChoose, children }: TimeChoiceProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the buttons within it. */}
      <div
        className="-mx-2 flex flex-col"
        onKeyDown={(event) => arrowFocus(event, "button[data-offered]", { wraps: true })}
      >
        {snoozeTimes(opened, zone).map(({ id, label, at }, index) => (
          <Offer
            key={id}
            label={label}
            aside={formatDateTime(at.toISOString())}
            isFirst={index === 0}
            isBusy={isBusy}
            onChoose={() => onChoose(at)}
          />
        ))}
        {children}
      </div>
      <OwnTime opened={opened} isBusy={isBusy} action={action} chosen={chosen} onChoose={onChoose} />
    </>
  );
}

interface OfferProps {
  label: string;
  aside: string;
  isFirst: boolean;
  isBusy: boolean;
  onChoose: () => void;
}

function Offer({ label, aside, isFirst, isBusy, onChoose }: OfferProps) {
  return (
    <button
      type="button"
      data-offered
      data-autofocus={isFirst || undefined}
      aria-disabled={isBusy || undefined}
      onClick={onChoose}
      className="flex items-baseline justify-between gap-3 rounded-control px-2 py-2 text-left transition-colors duration-120 hover:bg-hover"
    >
      <span className="font-medium">{label}</span>
      <span className="text-soft text-sm">{aside}</span>
    </button>
  );
}

function OwnTime({ opened, isBusy, action, chosen, onChoose }: Omit<TimeChoiceProps, "children" | "zone">) {
  const [value, setValue] = useState(() => (chosen === undefined ? "" : toField(chosen)));
  const [fault, setFault] = useState<string | null>(null);

  function choose() {
    const at = fromField(value);
    const found = snoozeFault(at, new Date());
    setFault(found);
    if (found === null && at !== null) onChoose(at);
  }

  return (
    <form
      className="flex items-end gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <div className="min-w-0 flex-1">
        <InputField
          type="datetime-local"
          label="Date and time"
          min={toField(opened)}
          value={value}
          error={fault ?? undefined}
          onChange={(event) => {
            setValue(event.target.value);
            setFault(null);
          }}
        />
      </div>
      <Button type="submit" disabled={value === ""} busy={isBusy && value !== ""} busyText={action.busy}>
        {action.label}
      </Button>
    </form>
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING = 9;
const MONDAY = 1;

interface SnoozeTime {
  id: "later" | "tomorrow" | "monday";
  label: string;
  at: Date;
}

/**
 * Returns the suggested times; "Later today" only while there is enough of today left. Mornings are the reader's, or those of a time
 * zone, and say so where its clocks show another time than the reader's.
 */
export function snoozeTimes(now: Date, zone?: string): SnoozeTime[] {
  const later = fullHour(new Date(now.getTime() + 3 * HOUR_MS));
  const isToday = later.toDateString() === now.toDateString();
  const today = zone === undefined ? now : clockIn(zone, now);
  // The next Monday that is not tomorrow.
  const toMonday = ((MONDAY + 5 - today.getDay()) % 7) + 2;
  const morning = (id: SnoozeTime["id"], day: string, days: number): SnoozeTime => {
    const at = morningIn(today, days, zone);
    return { id, label: at.getHours() === MORNING ? `${day} 9:00` : `${day} 9:00, store time`, at };
  };
  return [
    ...(isToday ? [{ id: "later" as const, label: "Later today", at: later }] : []),
    morning("tomorrow", "Tomorrow", 1),
    morning("monday", "Monday", toMonday),
  ];
}

/** Returns 9:00 so many days after a day, in a time zone or where the reader is. */
function morningIn(day: Date, days: number, zone: string | undefined): Date {
  // Counts calendar days, as a day with a clock change has 23 or 25 hours.
  const here = new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, MORNING);
  if (zone === undefined) return here;
  const shown = clockIn(zone, here);
  const there = new Date(here.getTime() + here.getTime() - shown.getTime());
  // Once more, as clocks may have changed between the two.
  return new Date(there.getTime() + here.getTime() - clockIn(zone, there).getTime());
}

/** Returns the time at which the reader's clock shows what clocks in a time zone show at `at`. */
function clockIn(zone: string, at: Date): Date {
  return new Date(at.toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T"));
}

function fullHour(at: Date): Date {
  const rounded = new Date(at);
  rounded.setMinutes(0, 0, 0);
  return rounded < at ? new Date(rounded.getTime() + HOUR_MS) : rounded;
}

/** Formats a time for a datetime-local field, in the reader's time zone. */
export function toField(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * Parses such a field's value; a time skipped by a clock change moves to the one shown then. Null for an empty or
 * invalid value.
 */
export function fromField(value: string): Date | null {
  const at = new Date(value);
  return !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) || Number.isNaN(at.getTime()) ? null : at;
}

/** Returns what is wrong with a snooze time, or null. */
export function snoozeFault(at: Date | null, now: Date): string | null {
  if (at === null) return "Please enter a valid date";
  if (at <= now) return "Choose a time that is still to come";
  return at.getTime() > now.getTime() + limits.snoozeDays * DAY_MS ? "Choose a time within a year" : null;
}
