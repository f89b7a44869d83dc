import { parseArgs } from "node:util";
import { createShopifyStandIn } from "./create-stand-in.ts";
import { openTryIt } from "./page/open-try-it.ts";
import { keepState, readState } from "./state/keep-state.ts";

// node stand-ins/shopify/main.ts PORT [--data FILE] [--app URL]: a Shopify for one machine. FILE keeps its state. URL is the
// app's address, by default http://localhost:3000.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string" },
    app: { type: "string", default: "http://localhost:3000" },
    callback: { type: "string", default: "/api/shopify/callback" },
    webhooks: { type: "string", default: "/api/shopify/webhooks" },
    // Ends it together with its standard input, when its parent process is gone in any way.
    "with-parent": { type: "boolean", default: false },
  },
});
const state = values.data === undefined ? null : await readState(values.data);
const standIn = await createShopifyStandIn({
  port: Number(positionals[0] ?? 0),
  app: {
    ...state?.app,
    redirectUris: [new URL(values.callback, values.app).href],
    webhookUrl: new URL(values.webhooks, values.app).href,
  },
  throttle: { pricing: "measured" },
  stores: state?.stores ?? [],
});
if (standIn.stores.size === 0) openTryIt(standIn);
const save = values.data === undefined ? async () => undefined : keepState(standIn, values.data);
const isChild = values["with-parent"];
if (isChild) process.stdin.on("end", stop).on("error", stop).resume();
// Ctrl-C also reaches a child process, whose parent still has work to finish.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, isChild ? () => undefined : stop);
console.log(`Stand-in for Shopify at ${standIn.url}`);

function stop(): void {
  void save().finally(() => process.exit(0));
}
