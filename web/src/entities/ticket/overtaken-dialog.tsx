import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { Overtaken } from "@deskhand/contract/desk/overtaken";
import { isDefinedError } from "@orpc/client";
import type { CallError } from "../../lib/failure.ts";
import { counted, formatDateTime } from "../../lib/format.ts";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";

/** A mail that goes again only after a question, with whom it goes to. */
export type OvertakenMail = { id: string; to: string; overtaken: Overtaken };

interface OvertakenDialogProps {
  mails: readonly OvertakenMail[];
  /** Closes the dialog, too. */
  onSend: () => void;
  onClose: () => void;
}

const SHOWN = 5;

/** Asks before mails go again that are old, or whose conversation went on since they were written, and says why. */
export function OvertakenDialog({ mails, onSend, onClose }: OvertakenDialogProps) {
  const [first] = mails;
  const isOne = mails.length === 1;
  return (
    <DangerDialog
      title={isOne ? "Send it all the same?" : `Send ${mails.length.toLocaleString("en-US")} mails all the same?`}
      confirmText={isOne ? "Send it" : "Send them"}
      busyText="Trying again..."
      isBusy={false}
      onConfirm={onSend}
      onClose={onClose}
    >
      {isOne && first ? (
        <p className="break-anywhere">{overtakenWords(first.overtaken)}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {mails.slice(0, SHOWN).map(({ id, to, overtaken }) => (
            <li key={id} className="break-anywhere">
              <bdi className="font-semibold">{shownText(to)}</bdi>
              <br />
              {overtakenWords(overtaken)}
            </li>
          ))}
          {mails.length > SHOWN && <li>{`and ${counted(mails.length - SHOWN, "other")}`}</li>}
        </ul>
      )}
      <p className="text-soft">{isOne ? "It goes" : "They go"} word for word as written then.</p>
    </DangerDialog>
  );
}

/** Why a mail was refused that goes after a question; null for another failure. */
export function overtakenIn(error: CallError | null): Overtaken | null {
  return error !== null && isDefinedError(error) && error.code === "message_overtaken" ? error.data : null;
}

/** "It was written on Nov 27, 2026, 9:14 AM. The customer has written since." */
function overtakenWords({ writtenAt, isOld, hasNewMail, answeredBy }: Overtaken): string {
  const words = [
    isOld && `It was written on ${formatDateTime(writtenAt)}.`,
    hasNewMail && "The customer has written since.",
    answeredBy !== null && `${shownText(answeredBy)} has answered since.`,
  ];
  return words.filter((one) => one !== false).join(" ");
}
