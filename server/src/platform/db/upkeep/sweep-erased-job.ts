import { Gathering } from "../../gather.ts";
import type { JobHandler, JobKind } from "../../jobs/job.ts";
import type { Services } from "../../services.ts";

const mostTogether = 50;

/** Has the database forget whoever was just erased, whatever their store: it looks through all tables. */
export const sweepErasedJob: JobKind<object> = {
  name: "shopify.sweep-erased",
  retryLimit: 10,
  retryDelay: 60,
  retryDelayMax: 3_600,
  expireInSeconds: 3_600,
  isOfNoStore: true,
};

/** Sweeps once for all who were erased by then. */
export function sweepErasedHandler({ sweepErased }: Services): JobHandler<object> {
  const sweep = async (_: string, erased: null[]) => {
    await sweepErased();
    return erased;
  };
  const sweeps = new Gathering<null, null>(sweep, { most: mostTogether, atOnce: 1 });
  const work = async () => void (await sweeps.add("all", null));
  return { kind: sweepErasedJob, concurrency: mostTogether, batch: mostTogether, work };
}
