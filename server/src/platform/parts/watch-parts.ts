import { newId } from "../db/ids.ts";
import { ofDatabase } from "../db/lost-database.ts";
import type { Db } from "../db/tenant.ts";
import type { Services } from "../services.ts";
import { forgetProcess, noteChecked, type ServerPart } from "./parts.ts";

/** What did not work is soon looked at again: whoever asks is to know when it is over. */
const againMs = 10_000;

/** What only the process itself is asked for: whether its live screens hear of what happens. */
type OwnPart = "listener";

/** A part of the server that this process runs, and how it is found out that it works: `check` throws when it does not. */
type WatchedPart = { part: ServerPart | OwnPart; everyMs: number; check: () => Promise<void> };

/** How a part of this process is: whether it worked when it was looked at last, and whether a look at it does not come to an end. */
export type OwnPartSeen = { part: WatchedPart["part"]; works: boolean; isStuck: boolean };

/** Every look ends long before, whatever is looked at. */
const stuckMs = 5 * 60_000;

export type PartWatch = {
  /** Watches one more part; it is looked at at once. */
  add(watched: WatchedPart): void;
  /** How the parts of this process are. */
  seen(): OwnPartSeen[];
  /** Ends in good order: the parts are no longer missed. */
  stop(): Promise<void>;
};

/**
 * Looks at the parts of this process again and again, and says in the database whether they work, so that every process
 * knows (docs/product.md#system-status).
 */
export function watchParts({ db, log }: { db: Pick<Db, "withoutTenant"> } & Pick<Services, "log">): PartWatch {
  const processId = newId();
  const timers = new Set<NodeJS.Timeout>();
  const notes = new Set<Promise<void>>();
  const states = new Map<WatchedPart["part"], { works: boolean; lookingSince: number | null }>();
  let isOver = false;

  async function note(part: ServerPart, works: boolean): Promise<void> {
    try {
      await db.withoutTenant((tx) => noteChecked(tx, part, processId, works));
    } catch (error) {
      // The database is away, and whoever asks it learns that; it is noted the next time.
      log.warn({ ...ofDatabase(error), part }, "Whether a part of the server works could not be noted");
    }
  }

  async function look(watched: WatchedPart): Promise<void> {
    const { part, check, everyMs } = watched;
    const before = states.get(part)?.works;
    states.set(part, { works: before ?? false, lookingSince: Date.now() });
    const works = await worked(check, (error) => {
      if (before !== false) log.warn({ err: error, part }, "A part of the server does not work");
    });
    states.set(part, { works, lookingSince: null });
    if (works && before === false) log.info({ part }, "A part of the server works again");
    if (isOver) return;
    if (part !== "listener") {
      const noting = note(part, works);
      notes.add(noting);
      await noting;
      notes.delete(noting);
    }
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        void look(watched);
      },
      works ? everyMs : Math.min(everyMs, againMs),
    ).unref();
    if (isOver) clearTimeout(timer);
    else timers.add(timer);
  }

  return {
    add: (watched) => void look(watched),
    seen: () =>
      [...states].map(([part, { works, lookingSince }]) => {
        const isStuck = lookingSince !== null && Date.now() - lookingSince > stuckMs;
        return { part, works, isStuck };
      }),
    async stop() {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(notes);
      try {
        await db.withoutTenant((tx) => forgetProcess(tx, processId));
      } catch (error) {
        // Without the database nobody is told anything; after a while the parts are missed.
        log.warn(ofDatabase(error), "That this process ends could not be noted");
      }
    },
  };
}

async function worked(check: () => Promise<void>, onFault: (error: unknown) => void): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    // That it does not work is what was to be found out.
    onFault(error);
    return false;
  }
}
