import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { codeOf } from "../error-code.ts";
import type { Settings } from "../settings.ts";
import { StartFault } from "./start-notices.ts";

/**
 * Range for a port 0: below ephemeral ports (Linux from 32768, others from 49152), so that no outgoing connection takes
 * the port before it is used.
 */
const portRange = [20_000, 32_000] as const;

/** Listening servers by port, for the roles to take over. */
export type HeldPorts = ReadonlyMap<number, HeldPort>;
export type HeldPort = Server;

/** Ports that only root may use, whose rights are dropped before serving. */
const isPrivileged = (port: number) => port < 1024 && process.getuid?.() === 0;

/**
 * Checks that the roles' ports are free before any slow work, and chooses one for a setting of 0. Releases them again:
 * the roles take them later, and fail with the same message if another process was faster. Privileged ports are kept
 * open.
 */
export async function claimPorts<
  S extends Pick<Settings, "roles" | "host" | "port" | "smtpHost" | "smtpPort" | "metrics" | "publicUrl">,
>(settings: S): Promise<S & { heldPorts: HeldPorts }> {
  const { roles, port, smtpPort, metrics, publicUrl } = settings;
  const released: Server[] = [];
  const heldPorts = new Map<number, Server>();
  const claim = async (wanted: number, name: string, host = settings.host): Promise<number> => {
    if (wanted === 0) return claimAny(() => claim(randomInt(...portRange), name, host));
    // Rejects connections until the role serves.
    const server = createServer((socket) => socket.destroy());
    server.listen(wanted, host);
    try {
      await once(server, "listening");
    } catch (error) {
      throw portFault(error, wanted, host, name);
    }
    if (isPrivileged(wanted)) heldPorts.set(wanted, server);
    else released.push(server);
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
    await Promise.all(released.map((server) => server[Symbol.asyncDispose]()));
  }
}

async function claimAny(claim: () => Promise<number>, tries = 20): Promise<number> {
  try {
    return await claim();
  } catch (error) {
    if (tries === 0) throw error; // One taken port is common; twenty are not.
    return claimAny(claim, tries - 1);
  }
}

/** Returns the first free port from `from`, not in `taken`; null if twenty in a row are taken. */
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
    // In use.
    return false;
  } finally {
    server.close();
  }
}

/** Converts an error of listening to a one-line fault; returns other errors unchanged. */
export function portFault(error: unknown, port: number, host: string, name: string): unknown {
  const wrongHost = `${name.replaceAll("PORT", "HOST")} ${host} is not an address of this machine`;
  const words = {
    EADDRINUSE: `Port ${port} is already in use. Choose another with ${name}`,
    EACCES: `Port ${port} needs more rights than this user has. Choose one above 1023 with ${name}`,
    EADDRNOTAVAIL: wrongHost,
    ENOTFOUND: wrongHost,
  }[codeOf(error) ?? ""];
  return words ? new StartFault(words, { cause: error }) : error;
}
