import type { Whereabouts } from "./who-is-where.ts";

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
