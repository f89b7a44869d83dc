import { limits } from "@deskhand/contract/limits";
import type { MailLogDetail } from "@deskhand/contract/mail";
import { rawMailUrl } from "@deskhand/contract/pages";
import type { MailAction } from "@deskhand/contract/vocabulary";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useId, useMemo, useState } from "react";
import { OvertakenDialog, overtakenIn } from "../../entities/ticket/overtaken-dialog.tsx";
import { api } from "../../lib/api.ts";
import type { CallError } from "../../lib/failure.ts";
import { formatFileSize } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { FailureLine } from "../../screens/failure-line.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { inertText } from "./inert-text.ts";
import { MailFacts } from "./mail-facts.tsx";
import { actionWords, mailTitle, shownState } from "./mail-words.ts";

interface MailDialogProps {
  id: string;
  /** Opens another mail instead. */
  onOpen: (id: string) => void;
  onOpenTicket: (ticketId: string) => void;
  onClose: () => void;
}

const tabs = [
  { id: "story", label: "What became of it" },
  { id: "raw", label: "Raw mail" },
] as const;
type TabId = (typeof tabs)[number]["id"];

/** A mail of the log: its state and reason, the actions on it, and its raw text. */
export function MailDialog({ id, onOpen, onOpenTicket, onClose }: MailDialogProps) {
  const group = useId();
  const [tab, setTab] = useState<TabId>("story");
  const { data: mail, error, refetch } = useQuery(api.mail.entry.queryOptions({ input: { id } }));
  return (
    <Dialog
      bare
      tall
      size="lg"
      title={mail === undefined ? "Mail" : <bdi className="line-clamp-3">{mailTitle(mail)}</bdi>}
      badges={mail && <Pill tone={shownState(mail).tone}>{shownState(mail).label}</Pill>}
      onClose={onClose}
      footer={mail && <Footer mail={mail} />}
    >
      <div className="flex h-full min-h-0 flex-col">
        <Tabs group={group} label="Mail" tabs={tabs} active={tab} onSelect={setTab} />
        <TabPanel
          group={group}
          id={tab}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-5"
        >
          {tab === "raw" ? (
            <RawMailPane id={id} removed={mail?.rawRemoved ?? null} />
          ) : (
            <>
              <FailureBanner error={error} title="This mail could not be loaded" onRetry={() => void refetch()} />
              {mail === undefined ? (
                error === null && <Skeleton className="h-60 w-full rounded-panel" />
              ) : (
                <MailFacts mail={mail} onOpen={onOpen} onOpenTicket={onOpenTicket} />
              )}
            </>
          )}
        </TabPanel>
      </div>
    </Dialog>
  );
}

function Footer({ mail }: { mail: MailLogDetail }) {
  const { can } = useSession();
  return (
    <>
      {mail.rawRemoved === null && (
        <ButtonLink
          href={rawMailUrl(mail.id)}
          download
          icon={<Download size={15} aria-hidden />}
          className="sm:mr-auto"
          variant="ghost"
        >
          Download
        </ButtonLink>
      )}
      {can("mail:process-again") && <MailActions mail={mail} />}
    </>
  );
}

const calls: Record<MailAction, (input: { id: string; sendAnyway: boolean }) => Promise<MailLogDetail>> = {
  "process-again": (input) => api.mail.processAgain.call(input),
  "make-ticket": (input) => api.mail.makeTicket.call(input),
  release: (input) => api.mail.release.call(input),
  "try-again": (input) => api.mail.tryAgain.call(input),
};

const stillHeld = "It still has to wait, for the same reason";

/** The actions that the server allows on the mail now. */
function MailActions({ mail: { id, actions } }: { mail: MailLogDetail }) {
  const cache = useQueryClient();
  const [confirmation, setConfirmation] = useState<string | null>(null);
  useEffect(() => {
    if (confirmation === null) return;
    const timer = setTimeout(() => setConfirmation(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [confirmation]);
  const mutationKey = ["act-on-mail", id];
  const act = useMutation<MailLogDetail, CallError, { action: MailAction; sendAnyway: boolean }>({
    ...failsOffline,
    mutationKey,
    mutationFn: ({ action, sendAnyway }) => calls[action]({ id, sendAnyway }),
    // A mail processed again that still has a reason is still held.
    onSuccess: (mail, { action }) =>
      setConfirmation(action === "try-again" && mail.reason !== null ? stillHeld : actionWords[action].done),
    // On failure too: somebody else may have been first.
    onSettled: () => cache.invalidateQueries({ queryKey: api.mail.key() }),
  });
  // The second of two clicks comes before the button is disabled.
  const start = (action: MailAction, sendAnyway: boolean) =>
    cache.isMutating({ mutationKey }) === 0 && act.mutate({ action, sendAnyway });
  const overtaken = overtakenIn(act.error);
  return (
    <>
      <FailureLine error={overtaken === null ? act.error : null} className="w-full justify-end" />
      {overtaken !== null && (
        <OvertakenDialog
          mails={[{ id, to: "", overtaken }]}
          onSend={() => start("try-again", true)}
          onClose={act.reset}
        />
      )}
      {/* Always rendered: screen readers announce only changes within it. */}
      <p role="status" className="text-green text-sm empty:hidden">
        {confirmation}
      </p>
      {actions.map((action, at) => (
        <Button
          key={action}
          variant={at === actions.length - 1 ? "primary" : "secondary"}
          disabled={act.isPending}
          busy={act.isPending && act.variables.action === action}
          busyText={actionWords[action].busyText}
          onClick={() => start(action, false)}
        >
          {actionWords[action].label}
        </Button>
      ))}
    </>
  );
}

/** A raw mail as plain text; `removed` says why it is no longer stored. */
function RawMailPane({ id, removed }: { id: string; removed: string | null }) {
  return removed === null ? <RawMail id={id} /> : <Banner kind="info">{removed}.</Banner>;
}

function RawMail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(api.mail.raw.queryOptions({ input: { id } }));
  const text = useMemo(() => inertText(data?.text ?? ""), [data?.text]);
  if (error !== null)
    return <FailureBanner error={error} title="The raw mail could not be loaded" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-60 w-full rounded-panel" />;
  return (
    <div className="flex flex-col gap-3">
      {data.isMadeAgain && (
        <Banner kind="info">
          What was sent is not kept. This is the mail made once more, as it would be sent now, without the signature
          that it gets when it is sent.
        </Banner>
      )}
      {data.isTextWithheld && (
        <Banner kind="warning">
          What an invitation says is withheld here and in the download. It depends on whether its address has an account
          elsewhere, which only its owner learns.
        </Banner>
      )}
      {data.isLinkWithheld && (
        <Banner kind="warning">This mail has a link that works once. It is withheld here and in the download.</Banner>
      )}
      {data.isCut && (
        <Banner kind="info">
          Only the first {formatFileSize(limits.rawMailShownBytes)} are shown. Download it to see all of it.
        </Banner>
      )}
      <pre className="whitespace-pre-wrap rounded-control border border-line bg-canvas p-3 font-mono text-sm break-anywhere">
        {text}
      </pre>
    </div>
  );
}
