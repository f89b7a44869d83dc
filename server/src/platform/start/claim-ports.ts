import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { codeOf } from "../error-code.ts";
import type { Settings } from "../settings.ts";
import { StartFault } from "./start-notices.ts";

/**
 * For a port 0: below what systems give away by themselves (Linux from 32768, others from 49152), so that no outgoing
 * connection takes the port between the choice and its use.
 */
const chosenFrom = [20_000, 32_000] as const;

/** Servers that listen already, by their ports, for whoever serves there to go on with. */
export type HeldPorts = ReadonlyMap<number, HeldPort>;
export type HeldPort = Server;

/** Only root may listen at these, which it is no more when it serves. */
const isPrivileged = (port: number) => port < 1024 && process.getuid?.() === 0;

/**
 * Proves that the ports of the roles are free, before anything slow is done, and chooses one where the setting is 0.
 * They are let go again: whoever serves takes them a moment later, and fails with the same words should another have been faster.
 * Those that root alone may have are kept.
 */
export async function claimPorts<
  S extends Pick<Settings, "roles" | "host" | "port" | "smtpHost" | "smtpPort" | "metrics" | "publicUrl">,
>(settings: S): Promise<S & { heldPorts: HeldPorts }> {
  const { roles, port, smtpPort, metrics, publicUrl } = settings;
  const held: Server[] = [];
  const heldPorts = new Map<number, Server>();
  const claim = async (wanted: number, name: string, host = settings.host): Promise<number> => {
    if (wanted === 0) return claimAny(() => claim(randomInt(...chosenFrom), name, host));
    // Until somebody serves there, whoever comes is sent away.
    const server = createServer((socket) => socket.destroy());
    server.listen(wanted, host);
    try {
      await once(server, "listening");
    } catch (error) {
      throw portFault(error, wanted, host, name);
    }
    if (isPrivileged(wanted)) heldPorts.set(wanted, server);
    else held.push(server);
    return (server.address() as AddressInfo).port;
  };
  try {
    const httpPort = roles.includes("web") ? await claim(port, "PORT") : port;
    return {
      ...settings,
      heldPorts,
      port: httpPort,
      smtpPort: roles.includes("smtp") ? await claim(smtpPort, "SMTP_PORT", settings.smtpHost) : smtpPort,
      metrics: metrics && { ...metrics, port: await claim(metrics.port, "METRICS_PORT", metrics.host) },
      publicUrl: publicUrl.replace(/:0$/, `:${httpPort}`),
    };
  } finally {
    await Promise.all(held.map((server) => server[Symbol.asyncDispose]()));
  }
}

async function claimAny(claim: () => Promise<number>, tries = 20): Promise<number> {
  try {
    return await claim();
  } catch (error) {
    if (tries === 0) throw error; // A taken one is everyday; twenty of them are not.
    return claimAny(claim, tries - 1);
  }
}

/** The first free port of this machine from `from` on, none of `taken`; null when twenty in a row are not free. */
export async function findFreePort(from: number, taken: readonly number[]): Promise<number | null> {
  for (let port = from; port < Math.min(from + 20, 65_536); port += 1) {
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
  return null;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return true;
  } catch {
    // Somebody listens there.
    return false;
  } finally {
    server.close();
  }
}

/** The fault of a port that cannot be listened on, as one line; other errors as they are. */
export function portFault(error: unknown, port: number, host: string, name: string): unknown {
  const notOurs = `${name.replaceAll("PORT", "HOST")} ${host} is not an address of this machine`;
  const words = {
    EADDRINUSE: `Port ${port} is already in use. Choose another with ${name}`,
    EACCES: `Port ${port} needs more rights than this user has. Choose one above 1023 with ${name}`,
    EADDRNOTAVAIL: notOurs,
    ENOTFOUND: notOurs,
  }[codeOf(error) ?? ""];
  return words ? new StartFault(words, { cause: error }) : error;
}
