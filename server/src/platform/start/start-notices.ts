import type { Logger } from "pino";

/** A reason why Deskhand cannot start that its operator can act on; the message is one clear line, shown without a stack. */
export class StartFault extends Error {
  override readonly name = "StartFault";
}

/** Whoever starts a process and sees nothing takes it for stuck: what a step waits for is told once it takes longer than this. */
export type SlowNotice = { afterMs: number; tell: (words: string) => void };

/** Tells the log after five seconds. */
export function slowNotice(log: Logger): SlowNotice {
  return { afterMs: 5_000, tell: (words) => log.info(words) };
}

/** Waits for work, and tells once why it takes long where it does. */
export async function noticed<T>(notice: SlowNotice | undefined, words: string, work: () => Promise<T>): Promise<T> {
  if (!notice) return work();
  const timer = setTimeout(() => notice.tell(words), notice.afterMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
