import type { TicketOrder, TrackingInfo } from "@deskhand/contract/tracking";
import { ExternalLink } from "lucide-react";
import { useId, useState } from "react";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toneClass } from "../../ui/tone.ts";
import { SinceTheyWrote, trackingWords } from "./tracking-words.tsx";

/** The order's parcels, and changes since the customer wrote. */
export function TrackingResult({ order }: { order: TicketOrder }) {
  return (
    <>
      {(order.since !== null || order.cancelledAt !== null) && (
        <Card>
          {order.cancelledAt !== null && (
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone="red">Cancelled</Badge>
              <span className="text-sm text-soft">The order was cancelled {formatDateTime(order.cancelledAt)}.</span>
            </p>
          )}
          <SinceTheyWrote order={order} className="not-first:mt-2" />
        </Card>
      )}
      {order.parcels.map((parcel, at) => (
        <Parcel
          // biome-ignore lint/suspicious/noArrayIndexKey: a parcel may have no number, and two may share one.
          key={at}
          parcel={parcel}
          told={order.parcels.slice(0, at).flatMap(({ events }) => events.map(({ id }) => id))}
          place={order.parcels.length > 1 ? `${at + 1} of ${order.parcels.length}` : null}
        />
      ))}
      {order.fulfillmentStatus === "partial" && (
        <p className="px-1 text-sm text-soft">Part of this order is not shipped yet.</p>
      )}
    </>
  );
}

interface ParcelProps {
  parcel: TrackingInfo;
  /** Its number among several parcels, such as "1 of 2". */
  place: string | null;
  /** Events already listed for a parcel above. */
  told: readonly string[];
}

function Parcel({ parcel, place, told }: ParcelProps) {
  const { trackingNumber, carrier, status, progress, estimatedDelivery, lastUpdate, trackUrl, events } = parcel;
  const untold = events.filter(({ id }) => !told.includes(id));
  const { label, tone } = trackingWords[status];
  // Other events of the order, such as a payment, do not tell where the parcel is.
  const newest = events.find((event) => event.status === status)?.description;
  return (
    <Card>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="mr-auto min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-lg">
            {label}
            {place !== null && <span className="font-normal text-sm text-soft">Parcel {place}</span>}
          </h3>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
            {trackingNumber !== null && (
              <span>
                Tracking # <bdi className="font-mono text-ink break-anywhere">{trackingNumber}</bdi>
              </span>
            )}
            <Badge tone={tone}>{newest ?? label}</Badge>
            {carrier !== null && (
              <span>
                via <bdi className="break-anywhere">{carrier}</bdi>
              </span>
            )}
          </p>
        </div>
        {trackUrl !== null && (
          <ButtonLink
            size="sm"
            href={trackUrl}
            target="_blank"
            rel="noopener noreferrer"
            icon={<ExternalLink size={13} aria-hidden />}
          >
            {carrier === null ? "Search the web" : `View on ${carrier} Website`}
          </ButtonLink>
        )}
      </div>
      <div className="mt-3 flex items-center gap-3">
        <ProgressBar label="Progress" part={progress / 100} className="h-1.5 flex-1 rounded-full" />
        <span className="text-sm tabular">{progress}%</span>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-3 text-sm">
        <Fact name="Estimated Delivery">
          {estimatedDelivery === null ? "Not available" : formatDate(estimatedDelivery)}
        </Fact>
        <Fact name="Last Update">{formatDateTime(lastUpdate)}</Fact>
      </dl>
      {untold.length > 0 ? (
        <TrackingHistory events={untold} />
      ) : (
        <p className="mt-4 text-soft text-sm">Its history is that of the parcel above.</p>
      )}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-soft text-xs">{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}

const SHOWN_AT_FIRST = 6;

/** A parcel's events, newest first. */
function TrackingHistory({ events }: Pick<TrackingInfo, "events">) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const visible = isWhole ? events : events.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby={id} className="mt-4">
      <h4 id={id} className="mb-2 font-semibold text-soft text-xs">
        Tracking History
      </h4>
      <ol className="flex flex-col gap-2.5">
        {visible.map(({ id: eventId, status, timestamp, description, location }) => (
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
      {events.length > visible.length && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setWhole(true)}>
          Show all {events.length}
        </Button>
      )}
    </section>
  );
}
