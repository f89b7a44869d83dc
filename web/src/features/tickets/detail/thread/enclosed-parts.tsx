import type { Enclosed, Protection } from "@deskhand/contract/desk/enclosed";
import { Lock, PenLine } from "lucide-react";
import { Badge } from "../../../../ui/badge.tsx";
import { EnclosedMailCard } from "./enclosed-mail-card.tsx";
import { EventCard } from "./event-card.tsx";

const names: Record<Protection, string> = { smime: "S/MIME", pgp: "PGP" };

/** Says beside a message's sender that it is signed, by whoever that was, or encrypted. */
export function ProtectionBadges({ enclosed: { signed, encrypted } }: { enclosed: Enclosed }) {
  return (
    <>
      {signed !== null && (
        <span title={`Signed with ${names[signed]}. Deskhand does not check by whom.`}>
          <Badge tone="grey" icon={<PenLine size={11} aria-hidden />}>
            Signature not verified
          </Badge>
        </span>
      )}
      {encrypted !== null && (
        <Badge tone="violet" icon={<Lock size={11} aria-hidden />}>
          {`Encrypted with ${names[encrypted]}`}
        </Badge>
      )}
    </>
  );
}

/** What a message encloses, to be read in place: events and mails, or that only somebody else can read it; `words` are its own. */
export function EnclosedParts({ enclosed, words }: { enclosed: Enclosed; words: string }) {
  const { isInstead, encrypted, events, mails } = enclosed;
  return (
    <>
      {isInstead && encrypted !== null && (
        <p className="text-soft">
          This message is encrypted, and cannot be read here. Download its file and open it in a mail program that has
          the key, or ask the sender to write without encryption.
        </p>
      )}
      {events.map((event) => (
        <EventCard key={JSON.stringify(event)} event={event} beside={isInstead ? "" : words} />
      ))}
      {mails.map((mail, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and may be alike.
        <EnclosedMailCard key={index} mail={mail} />
      ))}
    </>
  );
}
