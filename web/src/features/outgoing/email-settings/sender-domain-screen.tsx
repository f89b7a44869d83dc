import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { SenderDomain } from "@deskhand/contract/admin/sending";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../../lib/api.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { useCopied } from "../../../screens/copied-address.tsx";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { Pill } from "../../../ui/pill.tsx";

/**
 * The DNS records of the sender's domain with the result of checking each (docs/product.md#a-domain-of-ones-own).
 * `senderLink` leads to the sender address.
 */
export function SenderDomainScreen({ senderLink }: { senderLink: ReactNode }) {
  const { can } = useSession();
  const cache = useQueryClient();
  const read = useQuery(api.sending.domain.queryOptions());
  const check = useMutation(
    api.sending.checkDomain.mutationOptions({
      onSuccess(found) {
        cache.setQueryData(api.sending.domain.queryKey(), found);
        void cache.invalidateQueries({ queryKey: api.emailSettings.read.key() });
      },
    }),
  );
  const { data } = read;
  const canCheck = can("email-settings:manage") && (data?.state === "unverified" || data?.state === "verified");
  return (
    <>
      <PartHeader
        title="Sender Domain"
        subtitle="What lets mails to customers come from an address of your own"
        badge={
          data?.state === "verified" ? (
            <Pill tone="green">Verified</Pill>
          ) : (
            data?.state === "unverified" && <Pill tone="amber">Not verified</Pill>
          )
        }
      />
      <Card className="flex flex-col gap-3">
        {data === undefined ? (
          read.error === null ? (
            <p role="status" className="text-soft">
              Loading the sender domain...
            </p>
          ) : (
            <FailureLine error={read.error} onRetry={() => void read.refetch()} />
          )
        ) : (
          <>
            <p className="break-anywhere">{wordsFor(data)}</p>
            <p>{senderLink}</p>
            {data.records.map((record) => (
              <DnsRecord key={record.kind} record={record} />
            ))}
            {canCheck && (
              <div className="flex flex-wrap items-center gap-3">
                <Button busy={check.isPending} busyText="Checking..." onClick={() => check.mutate({})}>
                  {data.records.length === 0 ? "Show DNS records" : "Check now"}
                </Button>
                <span className="text-soft text-sm" role="status">
                  {data.checkedAt === null ? "Never checked" : `Last checked ${formatDateTime(data.checkedAt)}`}
                </span>
              </div>
            )}
            <FailureLine error={check.error} />
          </>
        )}
      </Card>
    </>
  );
}

function wordsFor({ state, address: sender, domain }: SenderDomain): string {
  const address = shownAddress(sender);
  if (state === "verified") return `Mails to customers come from ${address}, signed with your domain's key.`;
  if (state === "ours") return "Mails come from our domain, so there is nothing to set up.";
  if (state === "webmail") {
    return `${domain} gives mailboxes to everybody, so nobody else can send from it: such mails would be refused. Mails come from your support address, under your sender name.`;
  }
  if (state === "none")
    return `${address} has no domain that mails could come from. They come from your support address.`;
  return `To send from ${address}, set these records where the DNS of ${domain} is managed. Until the DKIM record is found, mails come from your support address, under your sender name.`;
}

type ShownRecord = SenderDomain["records"][number];

const purposes: Record<ShownRecord["kind"], { title: string; about: string }> = {
  dkim: { title: "DKIM", about: "Proves that the domain is yours, and signs your mails. Needed." },
  spf: { title: "SPF", about: "Allows our servers to send for your domain. Recommended." },
  dmarc: {
    title: "DMARC",
    about: "Says what happens to mails that fail. Recommended; a stricter policy works as well.",
  },
};

const states = {
  right: { tone: "green", words: "Found" },
  missing: { tone: "amber", words: "Missing" },
  wrong: { tone: "red", words: "Wrong" },
  unknown: { tone: "grey", words: "Could not be checked" },
} as const;

/** A TXT record to set, its purpose, and what was found. */
function DnsRecord({ record: { kind, name, value, finding } }: { record: ShownRecord }) {
  const { title, about } = purposes[kind];
  const state = finding === null ? null : states[finding.state];
  return (
    <section aria-label={`${title} record`} className="rounded-control border border-line px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="font-semibold">{title}</h4>
        <span className="text-soft text-sm">TXT record</span>
        <Pill tone={state?.tone ?? "grey"}>{state?.words ?? "Not checked yet"}</Pill>
      </div>
      <p className="mt-0.5 text-soft text-sm">{about}</p>
      <Copyable label="Name" of={title} text={name} />
      {/* A DMARC record that is already right must not be replaced by our initial value. */}
      {(kind !== "dmarc" || finding?.state !== "right") && <Copyable label="Value" of={title} text={value} />}
      {finding !== null && (
        <p className="mt-2 text-sm">
          {finding.words}
          {finding.found.length > 0 && finding.state !== "right" && (
            <span className="mt-1 block text-soft">
              Found:{" "}
              {finding.found.map((text) => (
                <code key={text} className="block font-mono text-xs break-anywhere">
                  {text}
                </code>
              ))}
            </span>
          )}
        </p>
      )}
    </section>
  );
}

function Copyable({ label, of, text }: { label: string; of: string; text: string }) {
  const { ref, state, copy } = useCopied();
  return (
    <div className="mt-2">
      <div className="flex items-center justify-between gap-2">
        <span className="text-soft text-xs">{label}</span>
        <Button
          size="sm"
          aria-label={`Copy the ${label.toLowerCase()} of the ${of} record`}
          icon={state === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          onClick={() => void copy(text)}
        >
          {state === "copied" ? "Copied!" : "Copy"}
        </Button>
      </div>
      <code
        ref={ref}
        className="mt-1 block rounded-control border border-line bg-raised px-2.5 py-1.5 font-mono text-xs break-anywhere"
      >
        {text}
      </code>
      {state === "refused" && (
        <p role="alert" className="mt-1 text-amber text-sm">
          The browser does not let this page use the clipboard. The text is selected: copy it with Ctrl or Cmd and C.
        </p>
      )}
    </div>
  );
}
