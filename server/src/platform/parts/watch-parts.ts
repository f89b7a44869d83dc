import { newId } from "../db/ids.ts";
import type { Services } from "../services.ts";
import { forgetProcess, noteChecked, type ServerPart } from "./parts.ts";

/** What did not work is soon looked at again. */
const againMs = 30_000;

/** A part of the server that this process runs, and how it is found out that it works: `check` throws when it does not. */
type WatchedPart = { part: ServerPart; everyMs: number; check: () => Promise<void> };

export type PartWatch = {
  /** Watches one more part; it is looked at at once. */
  add(watched: WatchedPart): void;
  /** Ends in good order: the parts are no longer missed. */
  stop(): Promise<void>;
};

/**
 * Looks at the parts of this process again and again, and says in the database whether they work, so that every process
 * knows (docs/product.md#system-status).
 */
export function watchParts({ db, log }: Pick<Services, "db" | "log">): PartWatch {
  const processId = newId();
  const timers = new Set<NodeJS.Timeout>();
  const notes = new Set<Promise<void>>();
  let isOver = false;

  async function note(part: ServerPart, works: boolean): Promise<void> {
    try {
      await db.withoutTenant((tx) => noteChecked(tx, part, processId, works));
    } catch (error) {
      // The database is away, and whoever asks it learns that; it is noted the next time.
      log.warn({ err: error, part }, "Whether a part of the server works could not be noted");
    }
  }

  async function look(watched: WatchedPart): Promise<void> {
    const { part, check, everyMs } = watched;
    const works = await worked(check, (error) => log.warn({ err: error, part }, "A part of the server does not work"));
    if (isOver) return;
    const noting = note(part, works);
    notes.add(noting);
    await noting;
    notes.delete(noting);
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
    async stop() {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(notes);
      try {
        await db.withoutTenant((tx) => forgetProcess(tx, processId));
      } catch (error) {
        // Without the database nobody is told anything; after a while the parts are missed.
        log.warn({ err: error }, "That this process ends could not be noted");
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
