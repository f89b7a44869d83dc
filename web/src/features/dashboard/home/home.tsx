import type { LeadHome, MyWork } from "@deskhand/contract/home/home";
import { type CountedList, leadLists, myLists } from "@deskhand/contract/home/home-lists";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { PanelSkeleton } from "../../../ui/skeleton.tsx";
import { Attention } from "./attention.tsx";
import type { CountedWords } from "./count-link.tsx";
import { MyWorkPanel } from "./my-work.tsx";
import { TicketsPanel } from "./tickets-panel.tsx";
import { WhoWorks } from "./who-works.tsx";

/** Times pass, and people come and go, without an event. */
const REFETCH_MS = 60_000;

/** What the user has to do and, for who oversees the store's work, how that is going (docs/product.md#home). */
export function HomePanels() {
  const { data, error, isFetching, refetch } = useQuery(
    api.home.read.queryOptions({ refetchInterval: REFETCH_MS, refetchOnMount: "always" }),
  );
  if (data === undefined) {
    if (error === null) return <Loading />;
    return (
      <FailureBanner
        error={error}
        title="Failed to load your work"
        isRetrying={isFetching}
        onRetry={refetch}
        className="mt-4"
      />
    );
  }
  const { mine, lead } = data;
  return (
    <>
      <MyWorkPanel mine={mine} />
      {lead === null ? <AgentPanels mine={mine} /> : <LeadPanels lead={lead} />}
    </>
  );
}

/** An agent's own tickets. */
function AgentPanels({ mine }: { mine: MyWork }) {
  return (
    <div className="mt-4 grid gap-4 lg:grid-cols-2">
      <TicketsPanel
        title="Due Next"
        shows="due"
        tickets={mine.nextDue}
        lists={dueLists(mine, myLists)}
        empty="None of your tickets has a target that comes due."
      />
      <TicketsPanel
        title="Waiting Longest"
        shows="wait"
        tickets={mine.longestWaiting}
        lists={[]}
        empty={
          mine.unassigned > 0
            ? "Nobody waits for your reply. Take a ticket that nobody has."
            : "Nobody waits for your reply."
        }
      />
    </div>
  );
}

/** How the store's work is going; on phones what is due comes before who works. */
function LeadPanels({ lead }: { lead: LeadHome }) {
  return (
    <div className="mt-4 grid gap-4 lg:grid-cols-2">
      <div className={columnClass}>
        <Attention lead={lead} className="max-lg:order-1" />
        <WhoWorks lead={lead} className="max-lg:order-4" />
      </div>
      <div className={columnClass}>
        <TicketsPanel
          title="Due Next"
          shows="due"
          showsHolder
          tickets={lead.nextDue}
          lists={dueLists(lead, leadLists)}
          empty="No open ticket has a target that comes due."
          className="max-lg:order-2"
        />
        <TicketsPanel
          title="Waiting Longest"
          shows="wait"
          showsHolder
          tickets={lead.longestWaiting}
          lists={[
            {
              words: lead.waiting === 1 ? "needs a reply" : "need a reply",
              tone: "blue",
              list: leadLists.waiting,
              count: lead.waiting,
            },
          ]}
          empty="No customer waits for a reply."
          className="max-lg:order-3"
        />
      </div>
    </div>
  );
}

const columnClass = "contents min-w-0 flex-col gap-4 lg:flex";

type Due = Record<"breached" | "atRisk", number>;

function dueLists({ breached, atRisk }: Due, lists: Record<keyof Due, CountedList>): CountedWords[] {
  return [
    { words: "breached", tone: "red", list: lists.breached, count: breached },
    { words: "at risk", tone: "amber", list: lists.atRisk, count: atRisk },
  ];
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your work" className="mt-4 grid gap-4 lg:grid-cols-2">
      <PanelSkeleton lines={1} className="lg:col-span-2" />
      <PanelSkeleton lines={5} />
      <PanelSkeleton lines={5} />
    </div>
  );
}
