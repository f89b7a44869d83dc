import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import { useState } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { arrowFocus } from "../../../ui/arrow-keys.ts";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { fromField, snoozeFault, snoozeTimes, toField } from "./snooze-times.ts";

interface SnoozeChoiceProps {
  /** As it was when the choice opened, so that nothing moves under the pointer. */
  opened: Date;
  isBusy: boolean;
  onChoose: (until: SnoozeUntil) => void;
}

/** Until when something is put off: what is offered, between which arrow keys move, and a time of one's own. */
export function SnoozeChoice({ opened, isBusy, onChoose }: SnoozeChoiceProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it have the keys. */}
      <div
        className="-mx-2 flex flex-col"
        onKeyDown={(event) => arrowFocus(event, "button[data-offered]", { wraps: true })}
      >
        {snoozeTimes(opened).map(({ id, label, at }, index) => (
          <Offer
            key={id}
            label={label}
            aside={formatDateTime(at.toISOString())}
            isFirst={index === 0}
            isBusy={isBusy}
            onChoose={() => onChoose(at.toISOString())}
          />
        ))}
        <Offer
          label="Until the customer answers"
          aside=""
          isFirst={false}
          isBusy={isBusy}
          onChoose={() => onChoose("answer")}
        />
      </div>
      <OwnTime opened={opened} isBusy={isBusy} onChoose={(at) => onChoose(at.toISOString())} />
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

function OwnTime(props: { opened: Date; isBusy: boolean; onChoose: (at: Date) => void }) {
  const { opened, isBusy, onChoose } = props;
  const [value, setValue] = useState("");
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
      <Button type="submit" disabled={value === ""} busy={isBusy && value !== ""} busyText="Snoozing...">
        Snooze
      </Button>
    </form>
  );
}
