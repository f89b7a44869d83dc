import type { TrackingInfo } from "@deskhand/contract/tracking";
import { useId, useState } from "react";
import { trackingWords } from "../../entities/order/tracking-words.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { toneClass } from "../../ui/tone.ts";

const SHOWN_AT_FIRST = 6;

/** What happened to a parcel, the newest first. */
export function TrackingHistory({ events }: Pick<TrackingInfo, "events">) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const shown = isWhole ? events : events.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby={id} className="mt-4">
      <h4 id={id} className="mb-2 font-semibold text-soft text-xs">
        Tracking History
      </h4>
      <ol className="flex flex-col gap-2.5">
        {shown.map(({ id: eventId, status, timestamp, description, location }) => (
          <li key={eventId} className="flex gap-2.5 text-sm">
            <span
              aria-hidden
              className={cx(toneClass[trackingWords[status].tone], "mt-1.5 size-2 shrink-0 rounded-full bg-(--tone)")}
            />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium">{trackingWords[status].label}</span>
                <time dateTime={timestamp} className="text-soft text-xs tabular">
                  {formatDateTime(timestamp)}
                </time>
              </span>
              <span className="block text-soft break-anywhere">
                <bdi>{description}</bdi>
                {location !== null && (
                  <>
                    {" · "}
                    <bdi>{location}</bdi>
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {events.length > shown.length && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setWhole(true)}>
          Show all {events.length}
        </Button>
      )}
    </section>
  );
}
