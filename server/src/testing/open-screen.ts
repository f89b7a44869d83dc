import type { Place, PresenceNews } from "@deskhand/contract/desk/presence";
import type { ServerToClient, TenantEvent } from "@deskhand/contract/events";
import { io, type Socket } from "socket.io-client";
import type { Browser } from "./open-browser.ts";
import type { Desk } from "./open-desk.ts";
import { until } from "./take-mail.ts";

/** A screen on the live connection, with what it received, in order. */
export type Screen = {
  events: TenantEvent[];
  resets: number[];
  /** The tenant's event number when the screen connected. */
  readyAt: number;
  /** Waits for the event of this number. */
  hears(number: number): Promise<void>;
  /** Presence as it was sent, in order. */
  news: PresenceNews[];
  /** Where a person is, as this screen shows it. */
  placesOf(person: { userId: string }): Place[];
  /** Says where this screen's person is, or sends anything else; resolves when the server has taken the claim. */
  claim(at: unknown, asksForAll?: boolean): Promise<void>;
  /** Sends what none of our screens would. */
  send(name: string, ...values: unknown[]): void;
  isConnected(): boolean;
  close(): void;
};

/** `age` may be a function, which is called when the age is sent. */
type Options = { after?: number | null; age?: unknown; origin?: string; cookie?: string };

/** Connects a screen with a browser's cookies; rejects with the server's reason if it is refused. */
export async function openScreen(
  { url }: Pick<Desk, "url">,
  browser: Browser,
  { after = null, age, origin, cookie }: Options = {},
): Promise<Screen> {
  const extraHeaders = { cookie: cookie ?? browser.cookieHeader(), ...(origin ? { origin } : {}) };
  const options = {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    auth: (tell: (value: object) => void) => tell({ after, age: typeof age === "function" ? age() : age }),
    extraHeaders,
  };
  const socket: Socket<ServerToClient, Record<string, (...values: unknown[]) => void>> = io(url, options);
  const events: TenantEvent[] = [];
  const resets: number[] = [];
  socket.on("event", (event) => events.push(event));
  socket.on("reset", ({ number }) => resets.push(number));
  const news: PresenceNews[] = [];
  const places = new Map<string, Place[]>();
  socket.on("presence", (each) => {
    news.push(each);
    if (each.isAll) places.clear();
    for (const { userId, at } of each.people) places.set(userId, at);
  });
  const readyAt = await new Promise<number>((resolve, reject) => {
    socket.on("ready", ({ number }) => resolve(number));
    socket.on("connect_error", (error) => {
      socket.close();
      reject(error);
    });
    socket.on("disconnect", (reason) => reject(new Error(`The screen was cut off: ${reason}`)));
  });
  return {
    events,
    resets,
    readyAt,
    hears: async (number) => {
      await until(async () => events.some((event) => event.number === number));
    },
    news,
    placesOf: ({ userId }) => places.get(userId) ?? [],
    claim: (at, asksForAll = false) =>
      new Promise((resolve) => socket.emit("presence", { at, asksForAll }, () => resolve())),
    send: (name, ...values) => void socket.emit(name, ...values),
    isConnected: () => socket.connected,
    close: () => socket.close(),
  };
}
