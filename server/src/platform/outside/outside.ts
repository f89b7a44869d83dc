import { type NameServers, resolverOf } from "../dns/name-servers.ts";
import { isAbsence } from "../dns/question.ts";

const tryMs = 1_500;
const tries = 2;

/** The way to servers whose addresses strangers write. Tests alone have another, which leads to stand-ins. */
export type Outside = {
  /** The addresses of a name, as name servers say at this moment: of IPv4 where there are any. */
  addressesOf(name: string): Promise<readonly string[]>;
  /** Where to connect for an address and a port that may be asked. */
  placeOf(address: string, port: number): { host: string; port: number };
};

/** The internet itself. Names are never those of this machine's own list, and asking for one holds no thread up. */
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

async function orNone(asked: Promise<string[]>): Promise<string[]> {
  try {
    return await asked;
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}
