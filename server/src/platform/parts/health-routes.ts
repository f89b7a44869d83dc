import type { FastifyInstance, FastifyReply } from "fastify";
import type { Services } from "../services.ts";
import { within } from "../within.ts";
import { selectNeededParts } from "./parts.ts";
import type { OwnPartSeen, PartWatch } from "./watch-parts.ts";

/** The database is not waited for longer than this, nor asked more often than that. */
const answersMs = 3_000;
const asksEveryMs = 1_000;

/** Without which a process does not do what its role is there for. */
const partOfRole = { web: "listener", worker: "worker", smtp: "receiver" } as const;

type Health = Record<string, boolean>;
type Needed = Awaited<ReturnType<typeof selectNeededParts>>;
type Question = { at: number; isOpen: boolean; answer: Promise<Needed> };

/**
 * Whether the server works, for whoever watches over it (docs/self-hosting.md#health): `/health/live` says that a process gets on with
 * its work and need not be started again, `/health/ready` that requests may be sent to it, `/health` that the whole installation works.
 */
export function healthRoutes(
  http: FastifyInstance,
  { db, settings }: Pick<Services, "db" | "settings">,
  watch: Pick<PartWatch, "seen">,
): void {
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

  const own = settings.roles.map((role) => partOfRole[role]);
  const ownWorks = (part: OwnPartSeen["part"]) => watch.seen().find((one) => one.part === part)?.works ?? false;

  http.get("/health/live", async (_request, reply) => say(reply, stuckIn(watch.seen())));

  http.get("/health/ready", async (_request, reply) => {
    const parts = own.map((part) => [part, ownWorks(part)]);
    return say(reply, { database: (await ask()) !== null, ...Object.fromEntries(parts) });
  });

  http.get("/health", async (_request, reply) => {
    const needed = await ask();
    const listener = ownWorks("listener");
    if (needed === null) return say(reply, { database: false, listener });
    const { worker, receiver, isDiskFull } = needed;
    // Where mail comes by webhooks no receiver need run.
    const hasDoor = receiver.works || (!receiver.isKnown && takesWebhooks());
    return say(reply, { database: true, listener, worker: worker.works, intake: hasDoor && !isDiskFull });
  });
}

function stuckIn(seen: OwnPartSeen[]): Health {
  return Object.fromEntries(seen.map(({ part, isStuck }) => [part, !isStuck]));
}

function say(reply: FastifyReply, health: Health): FastifyReply {
  const isWell = Object.values(health).every(Boolean);
  const parts = Object.fromEntries(Object.entries(health).map(([part, works]) => [part, works ? "works" : "fails"]));
  return reply
    .code(isWell ? 200 : 503)
    .header("cache-control", "no-store")
    .send({ status: isWell ? "ok" : "trouble", parts });
}
