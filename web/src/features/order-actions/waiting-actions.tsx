import { isUnderWay } from "@deskhand/contract/actions/action-kinds";
import type { OrderAction } from "@deskhand/contract/actions/action-parts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { aboveText, stateWords } from "./action-words.ts";
import { useDecide } from "./use-action.ts";

const DecideDialog = loadLater(() => import("./decide-dialog.tsx").then(({ DecideDialog }) => DecideDialog));

/** What waits for approval on a ticket, is under way, or nobody knows the end of. */
export function TicketActions({ ticketId }: { ticketId: string }) {
  const { data } = useQuery(api.orderActions.ofTicket.queryOptions({ input: { ticketId } }));
  return <ActionNotices actions={data?.items.filter(isOpen) ?? []} />;
}

const isOpen = ({ state }: OrderAction) => state === "waiting" || state === "unknown" || isUnderWay(state);

interface ActionNoticesProps {
  actions: readonly OrderAction[];
  /** Away from their tickets: leads to them, or to the orders of those that have none. */
  leadsThere?: boolean;
}

/** A notice for each action, with what its reader can do. */
export function ActionNotices({ actions, leadsThere = false }: ActionNoticesProps) {
  const [deciding, setDeciding] = useState<string | null>(null);
  const open = actions.find(({ id, mayDecide }) => id === deciding && mayDecide);
  return (
    <>
      {actions.map((action) => (
        <ActionNotice key={action.id} action={action} leadsThere={leadsThere} onDecide={() => setDeciding(action.id)} />
      ))}
      {open !== undefined && <DecideDialog key={open.id} action={open} onClose={() => setDeciding(null)} />}
    </>
  );
}

interface ActionNoticeProps {
  action: OrderAction;
  leadsThere: boolean;
  onDecide: () => void;
}

function ActionNotice({ action, leadsThere, onDecide }: ActionNoticeProps) {
  const { id, orderId, ticketId, state, words, by, why, above, endsAt, isMine, mayDecide } = action;
  const { takeBack, lookAgain } = useDecide();
  const until = endsAt === null ? "" : ` It can be approved until ${formatDateTime(endsAt)}.`;
  if (state !== "waiting") {
    return (
      <>
        <Banner
          kind={state === "unknown" ? "warning" : "info"}
          title={words}
          action={
            state === "unknown" && (
              <BannerButton busy={lookAgain.isPending} busyText="Looking..." onClick={() => lookAgain.mutate({ id })}>
                Look again
              </BannerButton>
            )
          }
        >
          {stateWords[state].says}
        </Banner>
        <FailureBanner error={lookAgain.error} onDismiss={lookAgain.reset} />
      </>
    );
  }
  return (
    <>
      <Banner
        kind="warning"
        title={words}
        action={
          <>
            {mayDecide && <BannerButton onClick={onDecide}>Decide...</BannerButton>}
            {isMine && (
              <BannerButton busy={takeBack.isPending} busyText="Taking back..." onClick={() => takeBack.mutate({ id })}>
                Take back
              </BannerButton>
            )}
          </>
        }
      >
        {isMine ? "You asked" : <bdi>{by.name}</bdi>}
        {isMine ? " for approval" : " asks for approval"}
        {why !== null && (
          <>
            : “<bdi>{why}</bdi>”
          </>
        )}
        {above === null ? "." : ` (${aboveText(above)}).`}
        {until}
        {leadsThere && " "}
        {leadsThere && ticketId !== null && (
          <TicketLink ticketId={ticketId} className="underline underline-offset-3">
            Open the ticket
          </TicketLink>
        )}
        {leadsThere && ticketId === null && (
          <OrderLink orderId={orderId} className="underline underline-offset-3">
            Open the order
          </OrderLink>
        )}
      </Banner>
      <FailureBanner error={takeBack.error} onDismiss={takeBack.reset} />
    </>
  );
}

/** How many are shown above the orders until somebody wants all. */
const FIRST = 2;

/** All that waits for a decision, whatever ticket it came from; empty without any. */
export function WaitingApprovals() {
  const { data } = useQuery(api.orderActions.waiting.queryOptions());
  const [showsAll, setShowsAll] = useState(false);
  const actions = data?.items ?? [];
  if (actions.length === 0) return null;
  const shown = showsAll ? actions : actions.slice(0, FIRST);
  return (
    <section aria-label="Approvals" className="mb-3 flex flex-col items-stretch gap-2">
      <ActionNotices actions={shown} leadsThere />
      {actions.length > FIRST && (
        <Button size="sm" className="self-start" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer" : `Show all ${actions.length} that wait`}
        </Button>
      )}
    </section>
  );
}
