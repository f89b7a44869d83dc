import type { Logger } from "pino";
import type { Listening } from "../listen.ts";
import type { Whereabouts } from "./who-is-where.ts";

const channel = "deskhand_presence";

type ChannelOptions = {
  /** This process among the others. */
  id: string;
  listening: Listening;
  log: Logger;
  /** Whoever is at some ticket by this process. */
  everybodyHere(): Whereabouts[];
  /** What another process told. */
  onNotice(notice: ProcessNotice): void;
  /** Others may have told something that was not heard. */
  onGap(): void;
};

type ProcessChannel = {
  /** Tells the other processes of people, or only that this one is there. */
  tell(people: readonly Whereabouts[]): void;
  /** Tells them of everybody here, and asks each to do the same; nothing is heard of them before the first time. */
  introduce(): void;
  /** Tells them that everybody here is gone, and hears no more. */
  leave(): Promise<void>;
};

/** Where web processes tell each other of their people: a channel of the database. */
export async function openProcessChannel(options: ChannelOptions): Promise<ProcessChannel> {
  const { id, listening, log, everybodyHere, onNotice, onGap } = options;
  // By person: while the database is slow, only where somebody is now waits to be told.
  const waiting = new Map<string, Whereabouts>();
  let state: "opening" | "open" | "left" = "opening";
  let isNew = false;
  let isSending = false;
  const write = (notice: Omit<ProcessNotice, "from">) => JSON.stringify({ from: id, ...notice });

  const handlers = {
    onNotice(payload: string) {
      const notice: ProcessNotice = JSON.parse(payload);
      if (notice.from !== id && state === "open") onNotice(notice);
    },
    onGap,
  };
  const others = await listening.hear(channel, handlers);

  async function send(): Promise<void> {
    if (isSending || state !== "open") return;
    isSending = true;
    try {
      do await Promise.all(takeNotices().map((notice) => others.notify(notice)));
      while (waiting.size > 0 || isNew);
    } catch (error) {
      log.debug({ err: error }, "presence: other processes could not be told");
      // The next time they are told all of it, be it over a new connection.
      isNew = true;
    } finally {
      isSending = false;
    }
  }

  function takeNotices(): string[] {
    const people = isNew ? everybodyHere() : [...waiting.values()];
    const notices = [...(isNew ? [write({ is: "new" })] : []), ...noticesOf(id, people)];
    waiting.clear();
    isNew = false;
    return notices.length > 0 ? notices : [write({})];
  }

  return {
    tell(people) {
      for (const person of people) waiting.set(`${person.tenantId} ${person.userId}`, person);
      void send();
    },
    introduce() {
      if (state === "left") return;
      state = "open";
      isNew = true;
      void send();
    },
    async leave() {
      state = "left";
      // Should it not be heard, others miss this process soon.
      await others.notify(write({ is: "gone" })).catch(() => undefined);
      others.leave();
    },
  };
}

/** What a web process tells the others on the database's channel. */
export type ProcessNotice = {
  /** The process that tells it. */
  from: string;
  /** It begins, or begins anew: nothing it told before holds, and it wants to hear of everybody. Or it ends. */
  is?: "new" | "gone";
  people?: Whereabouts[];
};

/** A notification holds less than 8,000 bytes (PostgreSQL, NOTIFY). */
const mostBytes = 7_900;

/** The notices that tell of people, each short enough to be sent; without people there is none. All of it is ASCII. */
export function noticesOf(from: string, people: readonly Whereabouts[]): string[] {
  const notices: string[] = [];
  let group: string[] = [];
  const [head, tail] = [`{"from":${JSON.stringify(from)},"people":[`, "]}"];
  let length = head.length + tail.length;
  const close = () => group.length > 0 && notices.push(head + group.join(",") + tail);
  for (const person of people) {
    const text = JSON.stringify(person);
    if (length + text.length + 1 > mostBytes) {
      close();
      group = [];
      length = head.length + tail.length;
    }
    group.push(text);
    length += text.length + 1;
  }
  close();
  return notices;
}
