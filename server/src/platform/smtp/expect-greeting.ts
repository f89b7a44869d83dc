import { once } from "node:events";
import { connect } from "node:net";

const patienceMs = 10_000;

/**
 * Connects to an SMTP server like a sender; throws unless it greets with 220 (RFC 5321, section 3.1) within 10 seconds.
 */
export async function expectGreeting(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  try {
    const [greeting] = await once(socket, "data", { signal: AbortSignal.timeout(patienceMs) });
    if (!String(greeting).startsWith("220"))
      throw new Error(`The SMTP receiver answers ${String(greeting).slice(0, 100)}`);
    socket.end("QUIT\r\n");
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // How it disconnects does not matter.
  socket.on("error", () => socket.destroy());
  socket.resume();
}
