import type { AboveLimit, OrderDifference } from "@deskhand/contract/actions/action-errors";
import type { OrderAction, OrderActionPreview, OrderLook, OrderPlan } from "@deskhand/contract/actions/action-parts";
import { isDefinedError } from "@orpc/client";
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { type CallError, fieldFailures } from "../../lib/failure.ts";
import { formatMoney } from "../../lib/format.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { firstStep, hasContent, lacksOf, planToSend } from "./plans.ts";

const TYPING_MS = 300;

interface ActingOptions {
  ticketId: string | null;
  look: OrderLook;
  plan: OrderPlan;
  /** Reads the order anew, after it changed. */
  onMoved: () => void;
}

/** What a dialog needs to say what an action comes to, and to do it once. */
export interface Acting {
  /** What Shopify says the plan comes to; undefined while it is asked, and for a plan that does nothing. */
  preview: OrderActionPreview | undefined;
  /** The last one, to be shown while the next is asked for. */
  lastPreview: OrderActionPreview | undefined;
  isAsking: boolean;
  above: AboveLimit | null;
  changes: OrderDifference[] | null;
  dismissChanges: () => void;
  faultOf: (field: string) => string | undefined;
  /** What failed and belongs to no field. */
  failure: CallError | null;
  retry: () => void;
  /** Forgets what failed, as what is entered changed. */
  edited: () => void;
  /** What is missing or wrong, if no field says it. */
  lacking: string | undefined;
  isSending: boolean;
  /** Does it, or with a word why asks a colleague to approve it. */
  send: (why: string | null) => void;
  /** What came of it; undefined until it is stored. After a lost answer it may be what an earlier try of this dialog sent: its words say so. */
  action: OrderAction | undefined;
}

/** Asks what a plan comes to whenever it rests, and does it with the one key of the dialog, so that a double click or a retry does it once. */
export function useActing({ ticketId, look, plan, onMoved }: ActingOptions): Acting {
  const { orderId, version } = look;
  const cache = useQueryClient();
  const [idempotencyKey] = useState(newKey);
  const [changes, setChanges] = useState<OrderDifference[] | null>(null);
  const settled = useDebounced(plan, TYPING_MS);
  const lacks = lacksOf(settled, look);
  const toSend = planToSend(settled);
  const mayAsk = hasContent(settled, look) && Object.keys(lacks).length === 0;
  const asked = useQuery({
    ...api.orderActions.preview.queryOptions({
      input: mayAsk ? { orderId, plan: toSend, version } : skipToken,
    }),
    ...failsOffline,
    // Not under the endpoints' key: what happens elsewhere does not make Shopify be asked again.
    queryKey: ["order-preview", orderId, version, toSend],
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const isCurrent = mayAsk && settled === plan && !asked.isPlaceholderData && !asked.isFetching;
  const lastPreview = mayAsk ? asked.data : undefined;
  const preview = isCurrent && asked.error === null ? asked.data : undefined;

  const act = useMutation({
    ...failsOffline,
    mutationFn({ why, version, plan }: { why: string | null; version: string; plan: OrderPlan }) {
      const input = { orderId, ticketId, plan, version, idempotencyKey };
      return why === null ? api.orderActions.act.call(input) : api.orderActions.ask.call({ ...input, why });
    },
    onSuccess(action) {
      cache.setQueryData(api.orderActions.get.queryKey({ input: { id: action.id } }), action);
      void cache.invalidateQueries({ queryKey: api.orderActions.ofOrder.key({ input: { orderId } }) });
      void cache.invalidateQueries({ queryKey: api.orderActions.ofTicket.key() });
      // It says whether there are any.
      if (ticketId !== null)
        void cache.invalidateQueries({ queryKey: api.tickets.get.key({ input: { id: ticketId } }) });
    },
  });

  const moved = changesIn(act.error) ?? changesIn(asked.error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the order turned out to have changed.
  useEffect(() => {
    if (moved === null) return;
    setChanges(moved);
    act.reset();
    onMoved();
  }, [moved]);

  const error = act.error ?? (mayAsk ? asked.error : null);
  const faults = { ...namedFaults(error), ...(settled === plan ? lacks : lacksOf(plan, look)) };
  const failed =
    error === null || changesIn(error) !== null || Object.keys(namedFaults(error)).length > 0 ? null : error;
  const needsApproval =
    isDefinedError(act.error) && act.error.code === "order_action_needs_approval" ? act.error : null;

  return {
    preview,
    lastPreview,
    isAsking: mayAsk && !isCurrent && asked.error === null,
    above: needsApproval?.data ?? lastPreview?.above ?? null,
    changes,
    dismissChanges: () => setChanges(null),
    faultOf: (field) => faults[field],
    failure: needsApproval === null ? failed : null,
    retry: () => (act.error === null ? void asked.refetch() : act.mutate(act.variables)),
    edited: () => act.error !== null && act.reset(),
    lacking: hasContent(plan, look)
      ? Object.entries(faults).find(([field]) => !isAtField(field))?.[1]
      : firstStep[plan.kind],
    isSending: act.isPending,
    send(why) {
      if (preview === undefined || act.isPending || act.data !== undefined) return;
      act.mutate({ why, version: preview.version, plan: toSend });
    },
    action: act.data,
  };
}

/** Whether a form says what is wrong at the field itself. Why an amount needs a reason is said in any case, as nothing is wrong yet. */
const isAtField = (field: string) => /^(?:amount|note|addTags|removeTags|line\..*|address\..*)$/.test(field);

/** What changed of the order, if that is why a call was refused. */
function changesIn(error: CallError | null): OrderDifference[] | null {
  return isDefinedError(error) && error.code === "order_changed_meanwhile" ? error.data.changes : null;
}

/** What the server found wrong, by the plan's fields. */
function namedFaults(error: CallError | null): Record<string, string> {
  if (isDefinedError(error) && error.code === "order_refund_too_much") {
    const { most, currency } = error.data;
    const left = Number.isFinite(Number(most)) ? formatMoney(Number(most), currency) : most;
    return { amount: `At most ${left} is left to refund` };
  }
  return Object.fromEntries(
    Object.entries(fieldFailures(error)).map(([name, faults]) => [name.replace(/^plan\./, ""), faults.join(". ")]),
  );
}
