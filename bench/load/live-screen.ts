import type { Place } from "../../contract/src/desk/presence.ts";

/** A screen's websocket with just enough Engine.IO 4 and Socket.IO 5 to report events and presence. */
export class LiveScreen {
  readonly #socket: WebSocket;
  #onEvent: () => void = () => undefined;
  #onPresence: (text: string) => void = () => undefined;

  private constructor(port: number, cookie: string) {
    const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
    this.#socket = new WebSocket(url, { headers: { cookie } });
  }

  /** Connects with a person's session cookie; resolves when the server has sent what the screen missed. */
  static open(port: number, cookie: string): Promise<LiveScreen> {
    const screen = new LiveScreen(port, cookie);
    return new Promise((resolve, reject) => {
      screen.#socket.addEventListener("error", () => reject(new Error("The live connection failed")));
      screen.#socket.addEventListener("message", ({ data }) => {
        const text = String(data);
        if (text.startsWith("0")) screen.#socket.send('40{"after":null}');
        else if (text === "2") screen.#socket.send("3");
        else if (text.startsWith("44")) reject(new Error(`The live connection was refused: ${text}`));
        else if (text.startsWith('42["ready"')) resolve(screen);
        else if (text.startsWith('42["event"')) screen.#onEvent();
        else if (text.startsWith('42["presence"')) screen.#onPresence(text);
      });
    });
  }

  /** Sets the callback for each event, replacing the earlier one. */
  onEvent(callback: () => void): void {
    this.#onEvent = callback;
  }

  /** Sets the callback for each message of presence, as text. */
  onPresence(callback: (text: string) => void): void {
    this.#onPresence = callback;
  }

  /** Says where this screen's person is, and asks for an acknowledgement. */
  claim(at: Place[], asksForAll = false): void {
    this.#socket.send(`421["presence",${JSON.stringify({ at, asksForAll })}]`);
  }

  close(): void {
    this.#socket.close();
  }
}
