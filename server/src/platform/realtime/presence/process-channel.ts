import type { Logger } from "pino";
import type { Listening } from "../listen.ts";
import type { Whereabouts } from "./who-is-where.ts";

const channel = "deskhand_presence";

type ChannelOptions = {
  /** Identifies this process. */
  id: string;
  listening: Listening;
  log: Logger;
  /** Lists the people at tickets in this process. */
  everybodyHere(): Whereabouts[];
  /** Called with another process's notice. */
  onNotice(notice: ProcessNotice): void;
  /** Called when notices may have been missed. */
  onGap(): void;
};

type ProcessChannel = {
  /** Tells other processes about people, or only that this one is alive. */
  tell(people: readonly Whereabouts[]): void;
  /** Tells them about everybody here and asks them to do the same. Notices are ignored before the first call. */
  introduce(): void;
  /** Tells them that this process ends, and stops listening. */
  leave(): Promise<void>;
};

/** Opens the database channel on which web processes tell each other about their people. */
export async function openProcessChannel(options: ChannelOptions): Promise<ProcessChannel> {
  const { id, listening, log, everybodyHere, onNotice, onGap } = options;
  // Pending notices by person, so that a slow database gets only each one's latest place.
  const pending = new Map<string, Whereabouts>();
  let state: "opening" | "open" | "left" = "opening";
  let isNew = false;
  let isSending = false;
  const encode = (notice: Omit<ProcessNotice, "from">) => JSON.stringify({ from: id, ...notice });

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
      while (pending.size > 0 || isNew);
    } catch (error) {
      log.debug({ err: error }, "presence: other processes could not be told");
      // Next time everything is sent again, maybe over a new connection.
      isNew = true;
    } finally {
      isSending = false;
    }
  }

  function takeNotices(): string[] {
    const people = isNew ? everybodyHere() : [...pending.values()];
    const notices = [...(isNew ? [encode({ is: "new" })] : []), ...noticesOf(id, people)];
    pending.clear();
    isNew = false;
    return notices.length > 0 ? notices : [encode({})];
  }

  return {
    tell(people) {
      for (const person of people) pending.set(`${person.tenantId} ${person.userId}`, person);
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
      // If the notice is lost, others soon time this process out.
      await others.notify(encode({ is: "gone" })).catch(() => undefined);
      others.leave();
    },
  };
}

/** A web process's notice to the others. */
export type ProcessNotice = {
  /** The sending process. */
  from: string;
  /** "new": it starts or restarts, its earlier notices are void and it wants everybody's. "gone": it ends. */
  is?: "new" | "gone";
  people?: Whereabouts[];
};

/** A notification must be shorter than 8,000 bytes (PostgreSQL, NOTIFY). */
const mostBytes = 7_900;

/** Splits people into notices that are short enough to send; none without people. All text is ASCII. */
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
