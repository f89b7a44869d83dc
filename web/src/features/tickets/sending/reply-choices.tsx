import { afterSends, sendStatuses, undoSeconds } from "@deskhand/contract/desk/desk-choices";
import { answerModes } from "@deskhand/contract/desk/whom";
import { ticketShortcuts } from "../../../entities/ticket/ticket-shortcuts.ts";
import { useDeskPreferences } from "../../../entities/ticket/use-desk-preferences.ts";
import { keyNames } from "../../../lib/shortcuts.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const undoTexts = undoSeconds.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? "Off" : `${seconds} seconds`,
}));
const afterTexts = {
  next: {
    label: "Go on to the next ticket that needs a reply",
    description: "In the order of the list one came from.",
  },
  stay: { label: "Stay in the ticket", description: "Every key of the ticket works at once." },
};
const modeTexts = {
  "reply-all": { label: "Reply all", description: "Everybody in To and Cc of the message gets your answer." },
  reply: { label: "Reply", description: "Your answer goes to who wrote. The other is one key away." },
};
const statusTexts = { keep: "Keep the status", pending: "Set Pending", resolved: "Set Resolved" };

/** The user's preferences for sending replies and what follows; each is saved at once, for every device. */
export function ReplyChoices() {
  const { preferences, isKnown, change, failure } = useDeskPreferences();
  return (
    <div className="flex flex-col gap-5">
      <FailureBanner {...failure} />
      {!isKnown && failure.error === null && (
        <div role="status" aria-label="Loading your choices">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {isKnown && (
        <>
          <Field
            label="Undo sending for"
            hint="So long a reply waits on the server, and nothing has left. It goes then, also when the page is closed."
          >
            {(control) => (
              <Select
                {...control}
                className="max-w-60"
                options={undoTexts}
                value={String(preferences.undoSeconds)}
                onChange={(chosen) => {
                  const seconds = undoSeconds.find((each) => String(each) === chosen);
                  if (seconds !== undefined) change({ undoSeconds: seconds });
                }}
              />
            )}
          </Field>
          <RadioList
            legend="After sending"
            options={afterSends.map((value) => ({ value, ...afterTexts[value] }))}
            value={preferences.afterSend}
            onChange={(afterSend) => change({ afterSend })}
          />
          <RadioList
            legend="When others are on a message"
            options={answerModes.toReversed().map((value) => ({ value, ...modeTexts[value] }))}
            value={preferences.answerMode}
            onChange={(answerMode) => change({ answerMode })}
          />
          <Field
            label={`Status sent with ${keyNames(ticketShortcuts.sendThen).join(" ")}`}
            hint="What was chosen last beside “Send Reply”. The button itself keeps the status."
          >
            {(control) => (
              <Select
                {...control}
                className="max-w-60"
                options={sendStatuses.map((value) => ({ value, label: statusTexts[value] }))}
                value={preferences.sendStatus}
                onChange={(sendStatus) => change({ sendStatus })}
              />
            )}
          </Field>
        </>
      )}
    </div>
  );
}
