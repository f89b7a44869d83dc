import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { mailDomain, secret, shopifyApp, storePort } from "../data/people.ts";
import { findFreePort } from "./listen-on.ts";

export type ServerPorts = { httpPort: number; smtpPort: number };
export type MeasuredServer = ServerPorts & { pid: number; stop(): Promise<void> };

const ownTree = join(import.meta.dirname, "../..");

/** A server's environment: production, on the measured data; replies go to the sink. */
export function productionSettings(dataDir: string, { httpPort, smtpPort }: ServerPorts, sinkPort: number) {
  return {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(httpPort),
    SMTP_PORT: String(smtpPort),
    PUBLIC_URL: `http://127.0.0.1:${httpPort}`,
    MAIL_DOMAIN: mailDomain,
    DNS_SERVERS: "off",
    SENDING_QUOTA: "0",
    // The limit per person is off, as one person of each store measures what the server can do.
    REQUESTS_PER_PERSON: "0",
    SMTP_URL: `smtp://127.0.0.1:${sinkPort}`,
    DESKHAND_DATA: dataDir,
    DESKHAND_SECRET: secret,
    SHOPIFY_API_KEY: shopifyApp.key,
    SHOPIFY_API_SECRET: shopifyApp.secret,
    SHOPIFY_STORE_URL: `http://localhost:${storePort}/{shop}`,
  };
}

/**
 * Starts the server as `npm start` does, in production, with all roles in one process or only the given ones, so that these can
 * be measured separately; `further` adds settings. It is the server of this tree or of another commit's.
 */
export async function startServer(
  dataDir: string,
  sinkPort: number,
  roles = "",
  further = {},
  tree = ownTree,
): Promise<MeasuredServer> {
  const ports = { httpPort: await findFreePort(), smtpPort: await findFreePort() };
  const main = join(tree, "server/src/main.ts");
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "--max-old-space-size=1024", main], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(dataDir, "compiled"),
      MALLOC_ARENA_MAX: "2",
      ...productionSettings(dataDir, ports, sinkPort),
      ...(roles && { ROLE: roles }),
      ...further,
    },
  });
  const logPath = join(dataDir, "measured-server.log");
  const log = createWriteStream(logPath);
  child.stderr.pipe(log);
  const isReady = Promise.withResolvers<void>();
  child.stdout.on("data", (text: Buffer) => {
    log.write(text);
    if (text.includes("is ready after")) isReady.resolve();
  });
  const ended = once(child, "exit");
  void ended.then(() => isReady.reject(new Error(`The server ended; its log is ${logPath}`)));
  await isReady.promise;
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { ...ports, pid: child.pid ?? 0, stop };
}
