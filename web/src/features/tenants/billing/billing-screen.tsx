import { type Plan, planNames } from "@deskhand/contract/admin/plans";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { api } from "../../../lib/api.ts";
import { formatDate } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { PlanCard } from "./plan-card.tsx";
import { included, plans, questions } from "./plans.ts";

/** The plans that can be chosen (docs/product.md#plans); there is no payment yet, so a choice is a wish. */
export function BillingScreen() {
  const cache = useQueryClient();
  const { can } = useSession();
  const kept = useQuery(api.billing.interest.queryOptions());
  const choose = useMutation(
    api.billing.choose.mutationOptions({
      onSuccess: (saved) => cache.setQueryData(api.billing.interest.queryKey(), saved),
    }),
  );
  const interest = kept.data?.interest ?? null;
  const isPending = (plan: Plan) => choose.isPending && choose.variables.plan === plan;
  const chosen = choose.isSuccess ? choose.data.interest.plan : null;
  const notice = useRef<HTMLDivElement>(null);
  // On phones the button may be far below.
  useEffect(() => {
    if (chosen !== null) notice.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <>
      <PartHeader title="Choose Your Plan" />
      <div ref={notice} className="scroll-mt-20 empty:hidden">
        {chosen !== null && (
          <Banner kind="success" className="mb-3" onDismiss={() => choose.reset()}>
            You selected the {planNames[chosen]} plan. Payment integration coming soon!
          </Banner>
        )}
        <FailureBanner
          error={choose.error}
          title="Your choice was not saved"
          className="mb-3"
          onDismiss={choose.reset}
        />
      </div>
      {!can("billing:choose") && (
        <Banner kind="info" title="View Only Access" className="mb-3">
          Only administrators can choose a plan
        </Banner>
      )}
      <FailureBanner
        error={kept.data === undefined ? kept.error : null}
        title="Your choice could not be loaded"
        className="mb-3"
        onRetry={() => void kept.refetch()}
        isRetrying={kept.isFetching}
      />
      <div className="grid gap-3 md:grid-cols-2">
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            note={interest?.plan === plan.id ? chosenNote(interest) : null}
            isOffered={can("billing:choose")}
            isBusy={isPending(plan.id)}
            isDisabled={choose.isPending}
            onChoose={() => choose.mutate({ plan: plan.id })}
          />
        ))}
      </div>
      <section aria-labelledby="included" className="mt-6">
        <h3 id="included" className="font-semibold">
          Included in every plan
        </h3>
        <ul className="mt-2.5 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {included.map(({ title, text }) => (
            <li key={title} className="flex gap-2.5 rounded-panel border border-line bg-panel px-3.5 py-3">
              <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-green" />
              <span>
                <span className="font-medium">{title}</span>
                <span className="block text-sm text-soft">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="questions" className="mt-6">
        <h3 id="questions" className="font-semibold">
          Frequently Asked Questions
        </h3>
        <dl className="mt-2.5 divide-y divide-line rounded-panel border border-line bg-panel">
          {questions.map(({ question, answer }) => (
            <div key={question} className="px-4 py-3">
              <dt className="font-medium">{question}</dt>
              <dd className="mt-0.5 text-soft">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function chosenNote({ chosenByName, chosenAt }: { chosenByName: string | null; chosenAt: string }): string {
  const by = chosenByName === null ? "" : ` by ${chosenByName}`;
  return `Selected${by} on ${formatDate(chosenAt)}`;
}
