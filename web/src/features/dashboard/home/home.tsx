import { leadLists, myLists } from "@deskhand/contract/desk/home-lists";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { PanelSkeleton } from "../../../ui/skeleton.tsx";
import { Attention } from "./attention.tsx";
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
  const { nextDue, longestWaiting } = lead ?? mine;
  const lists = lead === null ? myLists : leadLists;
  return (
    <>
      <MyWorkPanel mine={mine} />
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        {lead !== null && <Attention lead={lead} />}
        <TicketsPanel
          title="Due Next"
          shows="due"
          tickets={nextDue}
          lists={[
            { words: "breached", tone: "red", list: lists.breached, count: (lead ?? mine).breached },
            { words: "at risk", tone: "amber", list: lists.atRisk, count: (lead ?? mine).atRisk },
          ]}
          empty={
            lead === null
              ? "None of your tickets has a target that comes due."
              : "No open ticket has a target that comes due."
          }
        />
        {lead !== null && <WhoWorks lead={lead} />}
        <TicketsPanel
          title="Waiting Longest"
          shows="wait"
          tickets={longestWaiting}
          lists={[
            lead === null
              ? { words: "need your reply", tone: "blue", list: myLists.needsReply, count: mine.needsReply }
              : { words: "need a reply", tone: "blue", list: leadLists.waiting, count: lead.waiting },
          ]}
          empty={lead === null ? "Nobody waits for your reply." : "No customer waits for a reply."}
        />
      </div>
    </>
  );
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
