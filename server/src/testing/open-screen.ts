import type { ServerToClient, TenantEvent } from "@deskhand/contract/events";
import { io, type Socket } from "socket.io-client";
import type { Browser } from "./open-browser.ts";
import type { Desk } from "./open-desk.ts";
import { until } from "./take-mail.ts";

/** A screen on the live connection: what it received, in order. */
export type Screen = {
  events: TenantEvent[];
  resets: number[];
  /** The number the tenant was at when the screen connected. */
  readyAt: number;
  /** Waits until an event of this number came. */
  hears(number: number): Promise<void>;
  isConnected(): boolean;
  close(): void;
};

type Options = { after?: number | null; origin?: string; cookie?: string };

/** Connects a screen with a browser's cookies; rejects with the server's reason when it is refused. */
export async function openScreen(
  { url }: Desk,
  browser: Browser,
  { after = null, origin, cookie }: Options = {},
): Promise<Screen> {
  const extraHeaders = { cookie: cookie ?? browser.cookieHeader(), ...(origin ? { origin } : {}) };
  const options = { transports: ["websocket"], reconnection: false, forceNew: true, auth: { after }, extraHeaders };
  const socket: Socket<ServerToClient> = io(url, options);
  const events: TenantEvent[] = [];
  const resets: number[] = [];
  socket.on("event", (event) => events.push(event));
  socket.on("reset", ({ number }) => resets.push(number));
  const readyAt = await new Promise<number>((resolve, reject) => {
    socket.on("ready", ({ number }) => resolve(number));
    socket.on("connect_error", (error) => {
      socket.close();
      reject(error);
    });
  });
  return {
    events,
    resets,
    readyAt,
    hears: async (number) => {
      await until(async () => events.some((event) => event.number === number));
    },
    isConnected: () => socket.connected,
    close: () => socket.close(),
  };
}
