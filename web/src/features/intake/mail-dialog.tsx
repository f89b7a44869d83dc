import type { MailLogDetail } from "@deskhand/contract/mail";
import { rawMailUrl } from "@deskhand/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { MailActions } from "./mail-actions.tsx";
import { MailFacts } from "./mail-facts.tsx";
import { mailTitle, shownState } from "./mail-words.ts";
import { RawMailPane } from "./raw-mail-pane.tsx";

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

/** One mail of the log: what became of it and why, what can be done with it, and the mail itself as text. */
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
