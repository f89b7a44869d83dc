import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useState } from "react";
import { addedLast } from "../../../entities/ticket/added-last.ts";
import { snoozeWords } from "../../../entities/ticket/snooze-text.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { arrowFocus } from "../../../ui/arrow-keys.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { movedOnMessages } from "../detail/composer/reply-failure.ts";
import { fromField, snoozeFault, snoozeTimes, toField } from "./snooze-times.ts";
import { useSnooze, useUnsnooze } from "./use-snooze.ts";

interface SnoozeDialogProps {
  ticket: TicketDetail;
  onClose: () => void;
}

/** Chooses until when a ticket is put off (docs/product.md#snoozing); arrow keys move between what is offered. */
export function SnoozeDialog({ ticket, onClose }: SnoozeDialogProps) {
  // As they were when it opened, so that nothing moves under the pointer.
  const [opened] = useState(() => new Date());
  const snooze = useSnooze(ticket, onClose);
  const unsnooze = useUnsnooze(ticket, onClose);
  // What came in since is behind the dialog, and unseen.
  const [lastSeenMessageId] = useState(() => addedLast(ticket.messages)?.id ?? null);
  const unseen = snooze.error === null ? null : movedOnMessages(snooze.error);
  const isBusy = snooze.isPending || unsnooze.isPending;
  const error = snooze.error ?? unsnooze.error;
  const put = (until: SnoozeUntil) => {
    if (!isBusy) snooze.mutate({ id: ticket.id, until, lastSeenMessageId });
  };
  const putAllTheSame = () => {
    if (!isBusy && snooze.variables) snooze.mutate({ id: ticket.id, until: snooze.variables.until });
  };

  return (
    <Dialog size="sm" title={`Snooze ${ticketLabel(ticket.ticketNumber)}`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {ticket.snoozedUntil !== null && (
          <Banner
            kind="info"
            action={
              <Button size="sm" busy={unsnooze.isPending} busyText="Ending..." onClick={() => unsnooze.mutate(ticket)}>
                Bring back now
              </Button>
            }
          >
            {snoozeWords(ticket.snoozedUntil)}
          </Banner>
        )}
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
              onChoose={() => put(at.toISOString())}
            />
          ))}
          <Offer
            label="Until the customer answers"
            aside=""
            isFirst={false}
            isBusy={isBusy}
            onChoose={() => put("answer")}
          />
        </div>
        <OwnTime opened={opened} isBusy={isBusy} onChoose={(at) => put(at.toISOString())} />
        {unseen && (
          <Banner
            kind="info"
            action={
              <Button size="sm" busy={isBusy} busyText="Snoozing..." onClick={putAllTheSame}>
                Snooze all the same
              </Button>
            }
          >
            <span role="alert" className="line-clamp-3 break-anywhere" dir="auto">
              {`The customer wrote meanwhile: ${unseen.at(-1)?.content ?? ""}`}
            </span>
          </Banner>
        )}
        {error !== null && !unseen && (
          <Banner kind="error">{`Failed to snooze ticket: ${failureSentence(error)}`}</Banner>
        )}
        <p className="text-soft text-xs">
          It comes back by itself then, and as soon as the customer answers. Nobody else's work on it brings it back.
        </p>
      </div>
    </Dialog>
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
