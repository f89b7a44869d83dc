import type { Mailbox } from "@deskhand/contract/mailboxes/mailboxes";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { counted, formatDateTime, formatDay } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { SettingsScreen } from "../../screens/settings/settings-screen.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { LeftOutDialog } from "./left-out-dialog.tsx";
import { MailboxDialog } from "./mailbox-dialog.tsx";

/** The mailboxes that mail is taken from by IMAP, and how each is (docs/product.md#mailboxes). */
export function MailboxesScreen() {
  const cache = useQueryClient();
  const list = useQuery(api.mailboxes.list.queryOptions());
  const [shown, setShown] = useState<Mailbox | null>(null);
  const refresh = () => void cache.invalidateQueries({ queryKey: api.mailboxes.key() });
  const check = useMutation(api.mailboxes.check.mutationOptions({ ...failsOffline, onSettled: refresh }));
  return (
    <SettingsScreen
      section="mailboxes"
      title="Mailboxes"
      subtitle="Mailboxes that Deskhand takes mail from by itself, in place of forwarding. Nothing in them is marked, moved or deleted."
      icon={Inbox}
      one="mailbox"
      many="mailboxes"
      newLabel="Connect Mailbox"
      list={list}
      onSettled={refresh}
      remove={(id) => api.mailboxes.remove.call({ id })}
      emptyTitle="No mailboxes yet"
      emptyText="Connect a mailbox by IMAP with its user name and password. Where you can set up forwarding, or sign in to the mailbox only through Google or Microsoft, use Email Integration."
      renderForm={(props) => <MailboxDialog {...props} />}
      renderText={(mailbox) => <MailboxText mailbox={mailbox} />}
      renderButtons={(mailbox) => (
        <>
          {mailbox.leftOut + mailbox.unreadable > 0 && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Mails of ${mailbox.name} that were not taken`}
              onClick={() => setShown(mailbox)}
            >
              Not Taken
            </Button>
          )}
          <Button
            size="sm"
            aria-label={`Check ${mailbox.name} now`}
            busy={check.isPending && check.variables.id === mailbox.id}
            busyText="Checking..."
            onClick={() => check.mutate({ id: mailbox.id })}
          >
            Check Now
          </Button>
        </>
      )}
      renderLoss={({ name }) =>
        `No mail is taken from “${name}” any more. Its password is erased. What was taken stays, and the mailbox itself is not changed.`
      }
    >
      <FailureBanner error={check.error} title="The mailbox is not checked" onDismiss={check.reset} />
      {shown !== null && <LeftOutDialog mailbox={shown} onClose={() => setShown(null)} />}
    </SettingsScreen>
  );
}

function MailboxText({ mailbox }: { mailbox: Mailbox }) {
  const { name, host, user, folder, takenFrom, madeBy, trouble, unreadable } = mailbox;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-semibold break-anywhere">{name}</bdi>
        {trouble !== null && <Badge tone="red">Not read</Badge>}
        {trouble === null && unreadable > 0 && (
          <Badge tone="amber">{counted(unreadable, "mail")} could not be read</Badge>
        )}
      </p>
      {trouble !== null && (
        <p className="mt-0.5 text-red text-sm break-anywhere">
          {trouble.words}. Since {formatDateTime(trouble.since)}, tried again at {formatDateTime(trouble.nextTryAt)}.
        </p>
      )}
      <p className="mt-0.5 text-sm text-soft break-anywhere">{countWords(mailbox)}</p>
      <p className="mt-1 text-faint text-xs break-anywhere">
        <bdi>{folder}</bdi> of <bdi>{user}</bdi> at <bdi>{host}</bdi>, from {formatDay(takenFrom)} on · connected by{" "}
        <bdi>{madeBy ?? "somebody who left"}</bdi>
        {mailbox.lookedAt !== null && ` · last looked at ${formatDateTime(mailbox.lookedAt)}`}
      </p>
    </>
  );
}

/** "Mailbox 1,204 · here 1,204", as counted last. */
function countWords({ count, isCounting, taken }: Mailbox): string {
  if (count === null) return `${counted(taken, "mail")} taken so far`;
  const sides = `Mailbox ${count.there.toLocaleString("en-US")} · here ${count.here.toLocaleString("en-US")}`;
  return `${sides} (counted ${formatDateTime(count.at)}${isCounting ? ", being counted again" : ""})`;
}
