import { type Plan, planNames } from "@deskhand/contract/admin/billing";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { api } from "../../../lib/api.ts";
import { formatDate } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { PartHeader } from "../../../ui/part-header.tsx";
import { included, plans, questions, type PlanCard as ShownPlan } from "./plans.ts";

/** The plans (docs/product.md#plans). There is no payment yet, so a choice only records interest. */
export function BillingScreen() {
  const cache = useQueryClient();
  const { can } = useSession();
  const interestQuery = useQuery(api.billing.interest.queryOptions());
  const choose = useMutation(
    api.billing.choose.mutationOptions({
      onSuccess: (saved) => cache.setQueryData(api.billing.interest.queryKey(), saved),
    }),
  );
  const interest = interestQuery.data?.interest ?? null;
  const isPending = (plan: Plan) => choose.isPending && choose.variables.plan === plan;
  const chosen = choose.isSuccess ? choose.data.interest.plan : null;
  const notice = useRef<HTMLDivElement>(null);
  // On phones the button may be far below the message.
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
        error={interestQuery.data === undefined ? interestQuery.error : null}
        title="Your choice could not be loaded"
        className="mb-3"
        onRetry={() => void interestQuery.refetch()}
        isRetrying={interestQuery.isFetching}
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

interface PlanCardProps {
  plan: ShownPlan;
  /** Who chose it and when, for the last chosen plan. */
  note: string | null;
  isOffered: boolean;
  isBusy: boolean;
  isDisabled: boolean;
  onChoose: () => void;
}

/** A plan with its price and contents. */
function PlanCard({ plan, note, isOffered, isBusy, isDisabled, onChoose }: PlanCardProps) {
  const { title, price, period, description, mark, button, features, popular } = plan;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cx("flex flex-col rounded-panel border bg-panel p-5", popular ? "border-accent/60" : "border-line")}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={titleId} className="font-semibold text-lg">
          {title}
        </h3>
        <Badge tone={popular ? "accent" : "green"}>{mark}</Badge>
      </div>
      <p className="mt-2 flex items-baseline gap-2">
        <span className="font-semibold text-2xl tabular">{price}</span>
        <span className="text-soft">{period}</span>
      </p>
      <p className="text-sm text-soft">{description}</p>
      <ul className="mt-4 mb-5 grid gap-x-4 gap-y-1.5 sm:max-md:grid-cols-2 xl:grid-cols-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check size={15} aria-hidden className="mt-0.75 shrink-0 text-green" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-1.5">
        {isOffered && (
          <Button
            size="lg"
            variant={popular ? "primary" : "secondary"}
            busy={isBusy}
            busyText="Saving..."
            disabled={isDisabled}
            onClick={onChoose}
          >
            {button}
          </Button>
        )}
        {note !== null && <p className="text-center text-sm text-soft">{note}</p>}
      </div>
    </section>
  );
}
