import { ofDatabase } from "../db/lost-database.ts";
import type { TenantId, TenantTx } from "../db/tenant.ts";
import type { SignedIn } from "../http/context.ts";
import type { Services } from "../services.ts";
import type { LiveSocketServer } from "./live-sockets.ts";

type Person = Pick<SignedIn, "tenantId" | "userId">;
/** Notes who of a tenant has a screen connected right now. */
export type NoteSeen = (tx: TenantTx, userIds: readonly string[]) => Promise<void>;

/** How soon somebody who came is told of, together with all who came meanwhile, and how often everybody is told of again. */
const newMs = 1_000;
const everyMs = 60_000;

/** Tells of the people whose screens are connected to this process, with one statement for each store. */
export function tellWhoIsHere(
  io: LiveSocketServer,
  { db, log }: Pick<Services, "db" | "log">,
  notes: readonly NoteSeen[],
): { came(person: Person): void; stop(): Promise<void> } {
  const newcomers: Person[] = [];
  let soon: NodeJS.Timeout | undefined;

  async function tell(people: readonly Person[]): Promise<void> {
    for (const [tenantId, ofStore] of Map.groupBy(people, (person): TenantId => person.tenantId)) {
      const userIds = [...new Set(ofStore.map(({ userId }) => userId))];
      try {
        const note = async (tx: TenantTx) => {
          for (const each of notes) await each(tx, userIds);
        };
        await db.withTenant(tenantId, note, { plan: "once", commit: "soon" });
      } catch (error) {
        // They are told of again within a minute.
        log.error({ ...ofDatabase(error), tenantId }, "live: who is here could not be noted");
      }
    }
  }
  const all = () => [...io.sockets.sockets.values()].map(({ data }) => data.actor);
  let telling: Promise<void> = Promise.resolve();
  const begin = (people: readonly Person[]) => {
    telling = telling.then(() => tell(people));
  };
  const again = setInterval(() => begin(all()), everyMs);

  return {
    came(person) {
      newcomers.push(person);
      soon ??= setTimeout(() => {
        soon = undefined;
        begin(newcomers.splice(0));
      }, newMs);
    },
    stop() {
      clearInterval(again);
      clearTimeout(soon);
      return telling;
    },
  };
}
