import type { FastifyInstance } from "fastify";
import { within } from "../bounded-work/within.ts";
import type { Services } from "../services.ts";
import { selectNeededParts } from "./parts.ts";
import type { OwnPartSeen, PartWatch } from "./watch-parts.ts";

/** The longest wait for the database, and the shortest interval between queries. */
const answerMs = 3_000;
const intervalMs = 1_000;

/** The part that each role depends on. */
const partOfRole = { web: "listener", worker: "worker", smtp: "receiver" } as const;

/** Whether each part works. */
type Parts = Record<string, boolean>;
type Needed = Awaited<ReturnType<typeof selectNeededParts>>;
type Query = { at: number; isOpen: boolean; answer: Promise<Needed> };

/** A health check's response, never cached. */
type HealthAnswer = {
  status: 200 | 503;
  headers: Record<string, string>;
  body: { status: "ok" | "trouble"; parts: Record<string, "works" | "fails"> };
};

/** Health checks by path. */
export type Health = ReadonlyMap<string, () => Promise<HealthAnswer>>;

/**
 * Returns the health checks (docs/self-hosting.md#health): `/health/live` whether the process makes progress and needs
 * no restart, `/health/ready` whether it fulfils its roles, `/health` whether the whole installation works.
 */
export function healthOf({ db, settings }: Pick<Services, "db" | "settings">, watch: Pick<PartWatch, "seen">): Health {
  const takesWebhooks = () => Object.values(settings.webhooks).some((key) => key !== null);
  let latest: Query | null = null;

  /**
   * Reads what all processes reported in the database; null if it does not answer. Concurrent callers share one query.
   */
  async function ask(): Promise<Needed | null> {
    if (latest === null || (!latest.isOpen && Date.now() - latest.at > intervalMs)) latest = startQuery();
    try {
      return await within(latest.at + answerMs - Date.now(), "The database", latest.answer);
    } catch {
      // No answer is the finding.
      return null;
    }
  }

  function startQuery(): Query {
    const query: Query = { at: Date.now(), isOpen: true, answer: db.withoutTenant(selectNeededParts) };
    const close = () => {
      query.isOpen = false;
    };
    query.answer.then(close, close);
    return query;
  }

  const ownWorks = (part: OwnPartSeen["part"]) => watch.seen().find((seen) => seen.part === part)?.works ?? false;
  const partsOf = (roles: typeof settings.roles) =>
    Object.fromEntries(roles.map((role) => [partOfRole[role], ownWorks(partOfRole[role])]));
  // Only a web process knows the state of its live screens.
  const screens = settings.roles.filter((role) => role === "web");

  async function ready(): Promise<Parts> {
    return { database: (await ask()) !== null, ...partsOf(settings.roles) };
  }

  async function installation(): Promise<Parts> {
    const needed = await ask();
    const own = partsOf(screens);
    if (needed === null) return { database: false, ...own };
    const { worker, receiver, isDiskFull } = needed;
    // With webhooks, no receiver is required.
    const hasDoor = receiver.works || (!receiver.isKnown && takesWebhooks());
    return { database: true, ...own, worker: worker.works, intake: hasDoor && !isDiskFull };
  }

  return new Map([
    ["/health/live", async () => answer(stuckIn(watch.seen()))],
    ["/health/ready", async () => answer(await ready())],
    ["/health", async () => answer(await installation())],
  ]);
}

function stuckIn(seen: OwnPartSeen[]): Parts {
  return Object.fromEntries(seen.map(({ part, isStuck }) => [part, !isStuck]));
}

function answer(health: Parts): HealthAnswer {
  const isWell = Object.values(health).every(Boolean);
  const parts = Object.fromEntries(
    Object.entries(health).map(([part, works]) => [part, works ? ("works" as const) : ("fails" as const)]),
  );
  return {
    status: isWell ? 200 : 503,
    headers: { "cache-control": "no-store" },
    body: { status: isWell ? "ok" : "trouble", parts },
  };
}

/** Serves the health checks on the website. */
export function healthRoutes(http: FastifyInstance, health: Health): void {
  for (const [path, check] of health) {
    http.get(path, async (_request, reply) => {
      const { status, headers, body } = await check();
      return reply.code(status).headers(headers).send(body);
    });
  }
}
