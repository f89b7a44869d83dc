import type { IncomingMessage, ServerResponse } from "node:http";
import { bucketOf, type Desk } from "./create-stand-in.ts";
import type { Fault } from "./faults.ts";
import { answerQuery, servedVersion, throttledAnswer } from "./graphql/answer-query.ts";
import { fieldsOf, html, type Incoming, json, type Outgoing, readRequest, redirect, send } from "./http.ts";
import { exchangeToken } from "./oauth/access-token.ts";
import { answerAuthorize, showAuthorize } from "./oauth/authorize.ts";
import { findToken } from "./oauth/tokens.ts";
import { answerControl } from "./page/answer-control.ts";
import { imageAnswer } from "./page/image.ts";
import { type StoreControls, uninstall } from "./store-controls.ts";

type Answer = Outgoing | "cut" | { truncated: Outgoing };

/** Answers one request, whatever happens. */
export async function respond(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const incoming = await readRequest(request);
    const answer = incoming ? await answerTo(desk, incoming) : json(413, { errors: "Payload Too Large" });
    if (answer === "cut") return void request.socket.destroy();
    if ("truncated" in answer) return cutShort(response, answer.truncated);
    send(response, answer);
  } catch (error) {
    // An error of the stand-in itself says so, so that nobody searches the app for it.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (!response.headersSent) send(response, json(500, { errors: `The stand-in for Shopify failed: ${text}` }));
  }
}

async function answerTo(desk: Desk, incoming: Incoming): Promise<Answer> {
  const { path } = incoming;
  if (path.startsWith("/images/")) return imageAnswer(path);
  const [, domain = "", rest = ""] = /^\/([a-z0-9][a-z0-9-]{0,60}\.myshopify\.com)(\/.{0,300})?$/.exec(path) ?? [];
  if (domain === "") return answerControl(desk, incoming);
  const controls = desk.stores.get(domain);
  if (!controls) return json(404, { errors: "Not Found" });
  if (rest === "/admin/oauth/authorize") return authorize(desk, controls, incoming);
  if (rest === "/admin/oauth/access_token" && incoming.method === "POST") return exchange(desk, controls, incoming);
  const version = /^\/admin\/api\/(\d{4}-\d{2}|unstable)\/graphql\.json$/.exec(rest)?.[1];
  if (version && incoming.method === "POST") return graphql(desk, controls, incoming, servedVersion(version));
  // A link into the store's admin leads to the store, or the order, on the control page.
  const order = /^\/admin\/orders\/(\d{1,16})$/.exec(rest)?.[1];
  if (rest.startsWith("/admin/api/")) return json(404, { errors: "Not Found" });
  return redirect(`/?shop=${domain}${order ? `&order=${order}` : ""}`);
}

function authorize(desk: Desk, { state }: StoreControls, incoming: Incoming): Outgoing {
  const context = { app: desk.app, state, codes: desk.codes, now: desk.now() };
  if (incoming.method === "POST") return answerAuthorize(context, incoming, fieldsOf(incoming).answer);
  return showAuthorize(context, incoming);
}

async function exchange(desk: Desk, { state }: StoreControls, incoming: Incoming): Promise<Answer> {
  const fault = desk.faults.take("token", state.domain);
  const context = { app: desk.app, state, codes: desk.codes, now: desk.now() };
  const work = async () => exchangeToken(context, incoming);
  const answer = fault ? await suffer(desk, fault, work) : await work();
  desk.changed();
  return answer;
}

async function graphql(desk: Desk, controls: StoreControls, incoming: Incoming, version: string): Promise<Answer> {
  const { store, state } = controls;
  const fault = desk.faults.take("graphql", state.domain, incoming.body);
  const accessToken = incoming.headers["x-shopify-access-token"];
  const token = fault?.kind === "revoked" ? null : findToken(state, accessToken?.toString(), desk.now());
  if (!token) {
    const errors = "[API] Invalid API key or access token (unrecognized login or wrong password)";
    return json(401, { errors });
  }
  if (state.condition === "frozen") return json(402, { errors: "Unavailable Shop" });
  if (state.condition === "locked") return json(423, { errors: "Locked" });
  const throttled = { options: desk.throttle, bucket: bucketOf(desk, store) };
  if (fault?.kind === "throttled")
    return json(200, throttledAnswer(100, desk.throttle, { ...throttled.bucket, available: 0 }));
  const context = {
    store,
    app: desk.app,
    token,
    url: desk.url,
    apiVersion: version,
    givesNulls: fault?.kind === "nulls",
    keeper: controls.keeper(),
    uninstall: () => uninstall(desk, store),
  };
  const work = () =>
    answerQuery(incoming, context, throttled, (asked) => {
      desk.asked.push(asked);
      desk.asked.splice(0, Math.max(0, desk.asked.length - 1000));
    });
  const answer = fault ? await suffer(desk, fault, work) : await work();
  if (incoming.body.includes("mutation")) desk.changed();
  return answer;
}

/** Applies a fault to an answer. */
async function suffer({ faults }: Desk, { kind, delay }: Fault, work: () => Promise<Outgoing>): Promise<Answer> {
  if (kind === "429")
    return json(429, { errors: "Exceeded the API rate limit" }, { "retry-after": (delay ?? 2).toFixed(1) });
  if (kind === "500") return json(500, { errors: "Internal Server Error" });
  if (kind === "502") return html(502, "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>");
  if (kind === "html") return html(200, "<!doctype html><title>Something went wrong</title><p>Something went wrong.");
  if (kind === "cut") return "cut";
  if (kind === "late") {
    // Whoever asked has given up; the store goes on.
    void faults.keepWaiting(delay ?? 30_000).then(work);
    return "cut";
  }
  if (kind === "slow") await faults.keepWaiting(delay ?? 30_000);
  const answer = await work();
  if (kind === "lost") return "cut";
  return kind === "truncated" ? { truncated: answer } : answer;
}

/** Announces the whole body and sends half of it. */
function cutShort(response: ServerResponse, { status, headers, body }: Outgoing): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}
