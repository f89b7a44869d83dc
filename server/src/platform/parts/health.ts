import type { FastifyInstance } from "fastify";
import { within } from "../bounded-work/within.ts";
import type { Services } from "../services.ts";
import { selectNeededParts } from "./parts.ts";
import type { OwnPartSeen, PartWatch } from "./watch-parts.ts";

/** The database is not waited for longer than this, nor asked more often than that. */
const answersMs = 3_000;
const asksEveryMs = 1_000;

/** Without which a process does not do what its role is there for. */
const partOfRole = { web: "listener", worker: "worker", smtp: "receiver" } as const;

/** By part, whether it works. */
type Parts = Record<string, boolean>;
type Needed = Awaited<ReturnType<typeof selectNeededParts>>;
type Question = { at: number; isOpen: boolean; answer: Promise<Needed> };

/** How it goes, as an answer over HTTP that no cache is to keep. */
type HealthAnswer = {
  status: 200 | 503;
  headers: Record<string, string>;
  body: { status: "ok" | "trouble"; parts: Record<string, "works" | "fails"> };
};

/** By path, what answers there. */
export type Health = ReadonlyMap<string, () => Promise<HealthAnswer>>;

/**
 * Whether the server works, for whoever watches over it (docs/self-hosting.md#health): `/health/live` says that a process gets on with
 * its work and need not be started again, `/health/ready` that it does what its roles are there for, `/health` that the whole
 * installation works.
 */
export function healthOf({ db, settings }: Pick<Services, "db" | "settings">, watch: Pick<PartWatch, "seen">): Health {
  const takesWebhooks = () => Object.values(settings.webhooks).some((key) => key !== null);
  let question: Question | null = null;

  /** What the processes said in the database; null where it does not answer. However many ask, one question is open at most. */
  async function ask(): Promise<Needed | null> {
    if (question === null || (!question.isOpen && Date.now() - question.at > asksEveryMs)) question = putQuestion();
    try {
      return await within(question.at + answersMs - Date.now(), "The database", question.answer);
    } catch {
      // That it does not answer is what was to be found out.
      return null;
    }
  }

  function putQuestion(): Question {
    const put: Question = { at: Date.now(), isOpen: true, answer: db.withoutTenant(selectNeededParts) };
    const close = () => {
      put.isOpen = false;
    };
    put.answer.then(close, close);
    return put;
  }

  const ownWorks = (part: OwnPartSeen["part"]) => watch.seen().find((one) => one.part === part)?.works ?? false;
  const partsOf = (roles: typeof settings.roles) =>
    Object.fromEntries(roles.map((role) => [partOfRole[role], ownWorks(partOfRole[role])]));
  // Live screens are heard by a web process alone, and no other can say of them how they are.
  const screens = settings.roles.filter((role) => role === "web");

  async function ready(): Promise<Parts> {
    return { database: (await ask()) !== null, ...partsOf(settings.roles) };
  }

  async function whole(): Promise<Parts> {
    const needed = await ask();
    const own = partsOf(screens);
    if (needed === null) return { database: false, ...own };
    const { worker, receiver, isDiskFull } = needed;
    // Where mail comes by webhooks no receiver need run.
    const hasDoor = receiver.works || (!receiver.isKnown && takesWebhooks());
    return { database: true, ...own, worker: worker.works, intake: hasDoor && !isDiskFull };
  }

  return new Map([
    ["/health/live", async () => answer(stuckIn(watch.seen()))],
    ["/health/ready", async () => answer(await ready())],
    ["/health", async () => answer(await whole())],
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

/** Tells on the website how it goes. */
export function healthRoutes(http: FastifyInstance, health: Health): void {
  for (const [path, tell] of health) {
    http.get(path, async (_request, reply) => {
      const { status, headers, body } = await tell();
      return reply.code(status).headers(headers).send(body);
    });
  }
}
