import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { MailLogDetail } from "@deskhand/contract/mail";
import { type HeldReason, ticketLabel } from "@deskhand/contract/vocabulary";
import { type ReactNode, useState } from "react";
import { formatDateTime, formatFileSize } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Pill } from "../../ui/pill.tsx";
import { inertText } from "./inert-text.ts";
import { actionWords, mailReason, mailSender, senderWords } from "./mail-words.ts";

interface MailFactsProps {
  mail: MailLogDetail;
  onOpen: (id: string) => void;
  onOpenTicket: (ticketId: string) => void;
}

/** Everything known about a mail, in words. */
export function MailFacts({ mail, onOpen, onOpenTicket }: MailFactsProps) {
  const { ticket, duplicateOf, actions } = mail;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-h-40 overflow-y-auto break-anywhere">
        <bdi>{mailReason(mail)}</bdi>
      </p>
      {(ticket !== null || duplicateOf !== null) && (
        <div className="flex flex-wrap gap-2">
          {ticket !== null && (
            <Button size="sm" onClick={() => onOpenTicket(ticket.id)}>
              Open {ticketLabel(ticket.ticketNumber)}
            </Button>
          )}
          {duplicateOf !== null && (
            <Button size="sm" onClick={() => onOpen(duplicateOf)}>
              Show the mail that it is a copy of
            </Button>
          )}
        </div>
      )}
      {mail.heldBy !== null && <HeldActions mail={mail} heldBy={mail.heldBy} />}
      {mail.direction === "in" ? <Incoming mail={mail} /> : <Outgoing mail={mail} />}
      {actions.length > 0 && (
        <ul className="flex flex-col gap-1 text-soft text-sm">
          {actions.map((action) => (
            <li key={action}>{actionWords[action].note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const doors = { smtp: "By SMTP", webhook: "By a webhook", imap: "From a mailbox" } as const;

function Incoming({ mail }: { mail: MailLogDetail }) {
  const { senderCheck, senderCheckReason, remoteHost, helo, via, size, finishedAt, attempts, isReleased } = mail;
  const door = doors[via ?? "smtp"];
  const host = remoteHost && `[${remoteHost}]`;
  const server = [helo === host ? null : helo, host].filter(Boolean).join(" ");
  return (
    <Facts>
      <Fact name="From">{mail.from && shownText(mail.from)}</Fact>
      {senderCheck !== null && (
        <Row name="Sender">
          <span className="flex flex-col items-start gap-1">
            <Pill tone={senderWords[senderCheck].tone}>{senderWords[senderCheck].label}</Pill>
            {senderCheckReason !== null && <Foreign>{senderCheckReason}</Foreign>}
          </span>
        </Row>
      )}
      <Fact name="Sent by (envelope)">
        {mail.envelopeFrom === "" ? "Nobody (<>), as bounces are" : mail.envelopeFrom && shownText(mail.envelopeFrom)}
      </Fact>
      <Fact name="Sent to (envelope)">{mail.envelopeTo && shownText(mail.envelopeTo)}</Fact>
      <Fact name="Message-ID" isCode>
        {mail.messageId}
      </Fact>
      <Fact name="Came">{`${formatDateTime(mail.at)}. ${door}${server === "" ? "" : ` from ${server}`}`}</Fact>
      <Fact name="Processed">{finishedAt && formatDateTime(finishedAt)}</Fact>
      <Fact name="Tries">{String(attempts)}</Fact>
      <Fact name="Size">{size === null ? null : formatFileSize(size)}</Fact>
      <Fact name="Released">{isReleased ? "By an admin" : null}</Fact>
      <Fact name="Raw mail">{mail.rawRemoved && `${mail.rawRemoved}. So it cannot be processed again.`}</Fact>
      <Fact name="Kept">Until the customer is erased; then this entry and its copies are gone too.</Fact>
    </Facts>
  );
}

function Outgoing({ mail }: { mail: MailLogDetail }) {
  const { nextTryAt, finishedAt } = mail;
  return (
    <Facts>
      <Fact name="From">{mailSender(mail)}</Fact>
      <Fact name="To">{shownText(mail.to || "Nobody any more: this customer was erased")}</Fact>
      <Fact name="Message-ID" isCode>
        {mail.messageId}
      </Fact>
      <Fact name="Written">{formatDateTime(mail.at)}</Fact>
      <Fact name={mail.isInOutbox ? "Put in the outbox" : "Sent"}>{finishedAt && formatDateTime(finishedAt)}</Fact>
      <Fact name="Tries">{String(mail.attempts)}</Fact>
      <Fact name="Next try">{nextTryAt && `By ${formatDateTime(nextTryAt)}`}</Fact>
    </Facts>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-5 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">{children}</dl>;
}

/** A line of text; absent when unknown. */
function Fact({ name, isCode, children }: { name: string; isCode?: boolean; children: string | null }) {
  if (children === null || children === "") return null;
  return (
    <Row name={name}>
      <Foreign isCode={isCode === true}>{children}</Foreign>
    </Row>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-5 sm:col-span-2 sm:grid-cols-subgrid">
      <dt className="text-faint text-sm">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Text that strangers may have written: of any length and any characters. */
function Foreign({ isCode = false, children }: { isCode?: boolean; children: string }) {
  const looks = isCode ? "font-mono text-sm" : "";
  return <bdi className={`block max-h-30 overflow-y-auto break-anywhere ${looks}`}>{inertText(children)}</bdi>;
}

const ReleaseDialog = loadLater(() => import("./held/release-dialog.tsx").then(({ ReleaseDialog }) => ReleaseDialog));
const ShareDialog = loadLater(() => import("./shared/share-dialog.tsx").then(({ ShareDialog }) => ShareDialog));

/** Actions for a mail held by a limit that go beyond this mail. */
function HeldActions({ mail: { from }, heldBy }: { mail: MailLogDetail; heldBy: HeldReason }) {
  const { can } = useSession();
  const [open, setOpen] = useState<"release" | "share" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      {can("mail:process-again") && (
        <Button size="sm" onClick={() => setOpen("release")}>
          {from === null ? "Release all like it..." : "Release all of this sender..."}
        </Button>
      )}
      {can("senders:share") && from !== null && (heldBy === "alike" || heldBy === "sender") && (
        <Button size="sm" onClick={() => setOpen("share")}>
          This sender brings many people's mail...
        </Button>
      )}
      {open === "release" && (
        <ReleaseDialog meant={from === null ? { reason: heldBy } : { sender: from }} onClose={close} />
      )}
      {open === "share" && <ShareDialog {...(from !== null && { sender: from })} onClose={close} />}
    </div>
  );
}
