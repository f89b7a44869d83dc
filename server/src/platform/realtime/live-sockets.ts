import type { ClientToServer, ServerToClient } from "@deskhand/contract/events";
import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { TenantId } from "../db/tenant.ts";
import type { SignedIn } from "../http/context.ts";

/** Who connected, and when on the clock of `performance`. */
type SocketData = { actor: SignedIn; cameAt: number };
export type LiveSocketServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** Where those of its screens are reached that show presence. */
export function presenceRoomOf(tenant: TenantId): string {
  return `presence:${tenant}`;
}
