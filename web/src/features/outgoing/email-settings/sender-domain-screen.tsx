import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { SenderDomain } from "@deskhand/contract/admin/sending";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../../lib/api.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { DnsRecord } from "./dns-record.tsx";

/** The DNS records of the sender email's domain, with what was found of each (docs/product.md#a-domain-of-ones-own). Its link leads to where that address is set. */
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
