import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { Enclosed, EnclosedMail, Protection } from "@deskhand/contract/desk/enclosed";
import { Lock, Mail, PenLine } from "lucide-react";
import { useState } from "react";
import { formatDateTime } from "../../../../lib/format.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { cx } from "../../../../ui/cx.ts";
import { EventCard } from "./event-card.tsx";
import { MessageText, QuietToggle } from "./message-text.tsx";

const names: Record<Protection, string> = { smime: "S/MIME", pgp: "PGP" };

/** Badges beside the sender: signed (and by whom), encrypted. */
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

/**
 * A message's enclosed events and mails, readable in place, or a note that only the recipient can decrypt it. `words`
 * is the message's own text.
 */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and may have equal entries.
        <EnclosedMailCard key={index} mail={mail} />
      ))}
    </>
  );
}

/** Characters of an enclosed text shown at first, as the message around it matters more. */
const mostShown = 1_500;

const indents = ["", "ml-3 sm:ml-5", "ml-6 sm:ml-10", "ml-9 sm:ml-15"];

/** A mail enclosed in a message: sender, date and text (docs/product.md#what-a-mail-encloses). */
function EnclosedMailCard({ mail }: { mail: EnclosedMail }) {
  const { depth, from, to, sentAt, subject, text, isCut } = mail;
  const [showsAll, setShowsAll] = useState(false);
  const isLong = text.length > mostShown + 200;
  return (
    <section
      aria-label="Enclosed message"
      className={cx(
        "flex flex-col gap-2 rounded-control border border-line bg-raised p-3",
        indents[Math.min(depth, indents.length) - 1],
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-soft text-xs">
        <Badge tone="grey" icon={<Mail size={11} aria-hidden />}>
          Enclosed message
        </Badge>
        {sentAt !== null && (
          <time className="ml-auto" dateTime={sentAt}>
            {formatDateTime(sentAt)}
          </time>
        )}
        {from !== "" && (
          <span className="min-w-0 basis-full break-anywhere">
            From: <bdi className="font-medium text-ink">{shownText(from)}</bdi>
          </span>
        )}
        {to !== "" && (
          <span className="min-w-0 basis-full break-anywhere">
            To: <bdi>{shownText(to)}</bdi>
          </span>
        )}
      </div>
      {subject !== "" && (
        <p dir="auto" className="break-anywhere font-medium">
          {subject}
        </p>
      )}
      {text === "" ? (
        <p className="text-soft italic">This message has no text.</p>
      ) : (
        <MessageText text={isLong && !showsAll ? `${text.slice(0, mostShown).toWellFormed()}…` : text} />
      )}
      {isLong && (
        <div>
          <QuietToggle isOpen={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? "Show less" : "··· whole message"}
          </QuietToggle>
        </div>
      )}
      {isCut && (!isLong || showsAll) && <p className="text-soft text-sm">It goes on in its file.</p>}
    </section>
  );
}
