import type { Resolver } from "node:dns/promises";
import { isAbsence } from "./name-lookup.ts";
import { type NameServers, resolverOf } from "./name-servers.ts";

const tryMs = 1_500;
const tries = 2;
const mostRecords = 50;
const mostCharacters = 4_096;

/** Asks name servers about names as they are this moment; null where nobody answered. */
export type NameAsker = {
  /** The texts of a name, each in one piece; none where there are none. */
  texts(name: string): Promise<string[] | null>;
  /** The name that a name stands for; "" where it stands for none. */
  alias(name: string): Promise<string | null>;
};

/** An asker that remembers nothing: whoever has just set a record wants to see it. */
export function askNames(servers: NameServers): NameAsker {
  const ask = async <T>(question: (resolver: Resolver) => Promise<T>, none: T): Promise<T | null> => {
    if (servers === "off") return null;
    try {
      return await question(resolverOf(servers, tryMs, tries));
    } catch (error) {
      return isAbsence(error) ? none : null;
    }
  };
  return {
    texts: (name) =>
      ask(async (resolver) => {
        const records = await resolver.resolveTxt(name);
        return records.slice(0, mostRecords).map((pieces) => pieces.join("").slice(0, mostCharacters));
      }, []),
    alias: (name) => ask(async (resolver) => (await resolver.resolveCname(name))[0] ?? "", ""),
  };
}
