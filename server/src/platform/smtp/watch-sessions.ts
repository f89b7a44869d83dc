import type { SMTPServer } from "smtp-server";
import { SessionPatience } from "./session-patience.ts";
import type { SmtpLimits } from "./smtp-limits.ts";

type Connections = SMTPServer["connections"];
type Connection = Connections extends Set<infer One> ? One : never;
type Watch = {
  /** From now on this session is watched; whatever is said of others is ignored. */
  begin(id: string): void;
  hear(id: string | undefined): void;
  count(id: string, isRecipient: boolean): void;
  store(id: string): void;
  forget(id: string): void;
  stop(): void;
};

/** Hangs up on sessions that take more than the limits allow, with 421 and the reason. */
export function watchSessions(connections: Connections, limits: SmtpLimits): Watch {
  const watched = new Map<string, SessionPatience>();
  const look = (connection: Connection) => {
    const { id, envelope } = connection.session;
    const reason = watched.get(id)?.end(Date.now(), Boolean(envelope?.mailFrom)) ?? null;
    if (reason !== null) connection.send(421, reason);
  };
  // At once, and not in a moment: whatever the client has sent already would be done first.
  const lookAt = (id: string) => {
    if (!watched.get(id)?.end(Date.now(), false)) return;
    for (const connection of connections) if (connection.session.id === id) look(connection);
  };
  const clock = setInterval(() => connections.forEach(look), Math.min(1_000, limits.mailMs)).unref();
  return {
    begin: (id) => watched.set(id, new SessionPatience(limits, Date.now())),
    hear(id = "") {
      watched.get(id)?.hear();
      lookAt(id);
    },
    count(id, isRecipient) {
      const patience = watched.get(id);
      if (isRecipient) patience?.addRecipient();
      else patience?.refuseRecipient();
      lookAt(id);
    },
    store: (id) => watched.get(id)?.store(Date.now()),
    forget: (id) => watched.delete(id),
    stop: () => clearInterval(clock),
  };
}
