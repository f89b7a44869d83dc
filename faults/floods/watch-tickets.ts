import { setTimeout as sleep } from "node:timers/promises";
import { openScreen, type Screen } from "../../server/src/testing/open-screen.ts";
import type { Store } from "./open-installation.ts";

export type Watch = {
  /** When the screen heard of each new ticket, in milliseconds, by subject. */
  seen: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

/** Has a screen of a store's owner listen for new tickets; it reconnects when cut off. */
export async function watchTickets(url: string, { browser }: Store): Promise<Watch> {
  const seenAt = new Map<string, number>();
  let isOn = true;
  const first = await openScreen({ url }, browser);
  let last = first.readyAt;
  const listenTo = async (screen: Screen) => {
    while (screen.isConnected() && isOn) {
      for (const { number, type, payload } of screen.events.splice(0)) {
        last = number;
        if (type === "ticket.created") seenAt.set(payload.subject, performance.now());
      }
      await sleep(5);
    }
    screen.close();
  };
  const listen = async () => {
    await listenTo(first);
    while (isOn) {
      const screen = await openScreen({ url }, browser, { after: last }).catch(() => null); // It reconnects.
      if (screen) await listenTo(screen);
      else await sleep(100);
    }
  };
  const listening = listen();
  return {
    seen: seenAt,
    async close() {
      isOn = false;
      await listening;
    },
  };
}
