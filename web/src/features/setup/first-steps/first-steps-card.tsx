import type { FirstStepId, FirstSteps } from "@deskhand/contract/admin/setup";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ChevronRight, X } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../../lib/api.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { cx } from "../../../ui/cx.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";

interface FirstStepsCardProps {
  /** Wraps text in a link to a step's screen. */
  linkTo: (step: FirstStepId, children: ReactNode, className: string) => ReactNode;
}

const words: Record<FirstStepId, string> = {
  person: "Tell your own name",
  name: "Name your store",
  branding: "Brand your emails",
  forwarding: "Forward your support email",
  store: "Connect your Shopify store",
  colleague: "Invite a colleague",
  reply: "Answer your first ticket",
};

/**
 * Shows admins which setup steps of a new store are done and missing, until all are done (docs/product.md#first-steps).
 */
export function FirstStepsCard({ linkTo }: FirstStepsCardProps) {
  const { can } = useSession();
  const cache = useQueryClient();
  const { queryKey } = api.setup.firstSteps.queryOptions();
  // Once over, it is never fetched again.
  const { data } = useQuery(
    api.setup.firstSteps.queryOptions({
      enabled: ({ state }) => can("client:manage") && (state.data === undefined || !isOver(state.data)),
      staleTime: 0,
    }),
  );
  const dismiss = useMutation(
    api.setup.dismissFirstSteps.mutationOptions({ onSuccess: (saved) => cache.setQueryData(queryKey, saved) }),
  );
  if (data === undefined || isOver(data) || !can("client:manage")) return null;
  const doneCount = data.steps.filter(({ isDone }) => isDone).length;
  const next = data.steps.find(({ isDone }) => !isDone)?.id;
  return (
    <section aria-labelledby="first-steps" className="mb-4 rounded-panel border border-accent/40 bg-panel px-4 py-3">
      <div className="flex items-center gap-3">
        <h2 id="first-steps" className="font-semibold">
          First steps
        </h2>
        <span className="text-sm text-soft tabular">
          {doneCount} of {data.steps.length} done
        </span>
        <ProgressBar
          label="First steps"
          part={doneCount / data.steps.length}
          className="h-1.5 max-w-40 flex-1 rounded-full max-sm:hidden"
        />
        <IconButton
          label="Dismiss the first steps"
          icon={<X size={15} aria-hidden />}
          size="sm"
          className="-mr-1.5 ml-auto"
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate({})}
        />
      </div>
      <FailureBanner error={dismiss.error} title="The checklist could not be hidden" className="mt-2" />
      <ol className="mt-2 grid gap-x-3 gap-y-0.5 sm:grid-cols-2 xl:grid-cols-3">
        {data.steps.map(({ id, isDone }) => (
          <li key={id}>
            {isDone ? (
              <span className={cx(rowClass, "text-soft")}>
                <Check size={16} aria-hidden className="shrink-0 text-green" />
                <span className="sr-only">Done:</span>
                {words[id]}
              </span>
            ) : (
              linkTo(
                id,
                <>
                  <span aria-hidden className="size-4 shrink-0 rounded-full border border-edge" />
                  <span className="min-w-0 flex-1">{words[id]}</span>
                  <ChevronRight size={15} aria-hidden className="shrink-0 text-faint" />
                </>,
                cx(rowClass, "transition-colors duration-120 hover:bg-hover", id === next && "font-medium"),
              )
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const rowClass = "-mx-2 flex min-h-8.5 items-center gap-2.5 rounded-control px-2 touch:min-h-touch";

function isOver({ steps, isDismissed }: FirstSteps): boolean {
  return isDismissed || steps.every(({ isDone }) => isDone);
}
