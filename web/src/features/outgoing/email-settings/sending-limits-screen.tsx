import type { SendingLimits } from "@deskhand/contract/admin/sending";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { Card } from "../../../ui/card.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";

const levels: Record<SendingLimits["level"], string> = {
  new: "Your store is new. It may send more once it is 7 days old and 20 customers have written by e-mail.",
  established: "It may send more once it is 30 days old and 100 customers have written by e-mail.",
  trusted: "Your store has the highest limits.",
};

/** How many mails the store may send a day, and has sent (docs/product.md#how-much-a-store-may-send). */
export function SendingLimitsScreen() {
  const { data, error, refetch } = useQuery(api.sending.limits.queryOptions());
  return (
    <>
      <PartHeader title="Sending Limits" subtitle="How much mail your store may send in a day, and has sent today" />
      <Card className="flex max-w-180 flex-col gap-3">
        {data === undefined ? (
          error === null ? (
            <p role="status" className="text-soft">
              Loading the sending limits...
            </p>
          ) : (
            <FailureLine error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <>
            <dl className="flex flex-col gap-1.5">
              <Line name="To people who have not written to you, or whose address nothing proves" {...data.first} />
              <Line name="Replies" {...data.reply} />
              {data.acknowledgement && <Line name="Acknowledgements of new tickets" {...data.acknowledgement} />}
            </dl>
            <p className="text-soft text-sm">
              {data.first.limit === null
                ? "Whoever runs this installation has set no limits."
                : `${levels[data.level]} The next day begins on ${formatDateTime(data.endsAt)}; mails held back until then are sent by themselves.`}
            </p>
          </>
        )}
      </Card>
    </>
  );
}

function Line({ name, sent, waiting, limit }: SendingLimits["first"] & { name: string }) {
  const isNear = limit !== null && sent >= limit * 0.8;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-soft">{name}</dt>
      <dd className={isNear ? "tabular text-amber" : "tabular"}>
        {sent.toLocaleString("en-US")}
        {limit !== null && ` of ${limit.toLocaleString("en-US")}`} sent today
        {waiting > 0 && `, ${waiting.toLocaleString("en-US")} waiting`}
      </dd>
    </div>
  );
}
