import { randomUUID } from "node:crypto";
import { signWebhook } from "../signatures.ts";

/** One webhook on its way: what was sent, and the result of each attempt (null: no answer in time). */
type Delivery = {
  readonly webhookId: string;
  readonly eventId: string;
  readonly topic: string;
  readonly shop: string;
  readonly uri: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly attempts: { at: number; status: number | null }[];
  state: "waiting" | "delivered" | "given up";
};

export type CourierOptions = {
  /** The milliseconds before each further attempt; Shopify makes eight within four hours. */
  retryDelays: readonly number[];
  /** How long a receiver may take, in milliseconds; Shopify allows five seconds. */
  timeout: number;
  /** How often each webhook is sent, always with the same id. */
  copies: number;
};

type Parcel = {
  topic: string;
  shop: string;
  uri: string;
  apiVersion: string;
  name: string | null;
  eventId: string;
  payload: object;
  onEnd: (delivered: boolean) => void;
};

export type Courier = {
  options: CourierOptions;
  /** The latest deliveries, oldest first. */
  readonly deliveries: Delivery[];
  send(secret: string, parcel: Parcel): void;
  /** Holds everything back until `release`. */
  hold(): void;
  release(order: "as sent" | "reversed"): void;
  /** Resolves once nothing is under way or waits for another attempt. */
  settled(): Promise<void>;
  close(): void;
};

const mostKept = 500;
const lanes = 16;

/** Posts webhooks as Shopify does: https://shopify.dev/docs/apps/build/webhooks/delivery-structure. */
export function openCourier(options: CourierOptions): Courier {
  const closing = new AbortController();
  const deliveries: Delivery[] = [];
  const queue: { delivery: Delivery; onEnd: (delivered: boolean) => void }[] = [];
  const waiting = new Set<() => void>();
  let isHeld = false;
  let underWay = 0;
  let later = 0;

  const settle = () => {
    if (underWay + later > 0 || (queue.length > 0 && !isHeld)) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const pump = () => {
    while (!isHeld && underWay < lanes && !closing.signal.aborted) {
      const next = queue.shift();
      if (!next) break;
      underWay += 1;
      void attempt(next.delivery, courier.options.timeout, closing.signal).then((isTaken) => {
        underWay -= 1;
        finish(next, isTaken);
        pump();
        settle();
      });
    }
  };
  const finish = (item: (typeof queue)[number], isTaken: boolean) => {
    const { delivery, onEnd } = item;
    const delay = courier.options.retryDelays[delivery.attempts.length - 1];
    if (isTaken || delay === undefined) {
      delivery.state = isTaken ? "delivered" : "given up";
      onEnd(isTaken);
      return;
    }
    later += 1;
    setTimeout(() => {
      later -= 1;
      queue.push(item);
      pump();
      settle();
    }, delay).unref();
  };
  const courier: Courier = {
    options,
    deliveries,
    send(secret, parcel) {
      const { onEnd } = parcel;
      const delivery = deliveryOf(secret, parcel);
      for (let copy = 0; copy < courier.options.copies; copy += 1) {
        const copy = { ...delivery, attempts: [] };
        deliveries.push(copy);
        queue.push({ delivery: copy, onEnd });
      }
      deliveries.splice(0, Math.max(0, deliveries.length - mostKept));
      pump();
    },
    hold() {
      isHeld = true;
    },
    release(order) {
      if (order === "reversed") queue.reverse();
      isHeld = false;
      pump();
    },
    settled() {
      return new Promise((resolve) => {
        waiting.add(resolve);
        settle();
      });
    },
    close() {
      closing.abort();
      queue.length = 0;
    },
  };
  return courier;
}

function deliveryOf(secret: string, { topic, shop, uri, apiVersion, name, eventId, payload }: Parcel): Delivery {
  const body = JSON.stringify(payload);
  const webhookId = randomUUID();
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Shopify-Captain-Hook",
    "X-Shopify-Topic": topic,
    "X-Shopify-Hmac-Sha256": signWebhook(secret, body),
    "X-Shopify-Shop-Domain": shop,
    "X-Shopify-API-Version": apiVersion,
    "X-Shopify-Webhook-Id": webhookId,
    "X-Shopify-Event-Id": eventId,
    "X-Shopify-Triggered-At": new Date().toISOString().replace("Z", "000000Z"),
    ...(name === null ? {} : { "X-Shopify-Name": name }),
  };
  return { webhookId, eventId, topic, shop, uri, headers, body, attempts: [], state: "waiting" };
}

/** Whether the receiver answered with a 2xx status in time; a redirect does not count. */
async function attempt(
  { uri, headers, body, attempts }: Delivery,
  timeout: number,
  closing: AbortSignal,
): Promise<boolean> {
  const at = Date.now();
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(timeout)]);
    const response = await fetch(uri, { method: "POST", headers, body, redirect: "manual", signal });
    await response.arrayBuffer();
    attempts.push({ at, status: response.status });
    return response.ok;
  } catch {
    // Nobody answered in time: another attempt follows.
    attempts.push({ at, status: null });
    return false;
  }
}
