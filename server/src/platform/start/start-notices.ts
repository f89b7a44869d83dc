import type { Logger } from "pino";

/**
 * A reason why Deskhand cannot start that its operator can act on. The message is one clear line, shown without a
 * stack.
 */
export class StartFault extends Error {
  override readonly name = "StartFault";
}

/** Announces what a slow step of the start waits for, as a silent process seems stuck. */
export type SlowNotice = { afterMs: number; tell: (words: string) => void };

/** Logs after five seconds. */
export function slowNotice(log: Logger): SlowNotice {
  return { afterMs: 5_000, tell: (words) => log.info(words) };
}

/** Runs work, and announces once why it is slow. */
export async function announceIfSlow<T>(
  notice: SlowNotice | undefined,
  words: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!notice) return work();
  const timer = setTimeout(() => notice.tell(words), notice.afterMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
