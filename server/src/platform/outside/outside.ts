import { type NameServers, resolverOf } from "../dns/name-servers.ts";
import { isAbsence } from "../dns/question.ts";

const tryMs = 1_500;
const tries = 2;

/** How to reach servers whose URLs strangers write. Tests use another that leads to stand-ins. */
export type Outside = {
  /** Looks up a name's current addresses: IPv4 if there are any. */
  addressesOf(name: string): Promise<readonly string[]>;
  /** Returns where to connect for an allowed address and port. */
  placeOf(address: string, port: number): { host: string; port: number };
};

/** Opens the real internet. Ignores this machine's hosts file, and lookups block no thread. */
export function openOutside(servers: NameServers): Outside {
  const resolver = () => resolverOf(servers === "off" ? "system" : servers, tryMs, tries);
  return {
    async addressesOf(name) {
      const found = await orNone(resolver().resolve4(name));
      return found.length > 0 ? found : orNone(resolver().resolve6(name));
    },
    placeOf: (host, port) => ({ host, port }),
  };
}

async function orNone(lookup: Promise<string[]>): Promise<string[]> {
  try {
    return await lookup;
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}
