import { connect, type Socket } from "node:net";

/** One SMTP connection (RFC 5321) that sends mail after mail, pipelined as senders do (RFC 2920). */
export class SmtpConnection {
  readonly #socket: Socket;
  #text = "";
  #waiting: { count: number; resolve: () => void; reject: (error: Error) => void } | null = null;

  private constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (text: string) => this.#take(text));
    this.#socket.on("error", (error) => this.#waiting?.reject(error));
    this.#socket.on("close", () => this.#waiting?.reject(new Error("The mail server closed the connection")));
  }

  static async open(port: number): Promise<SmtpConnection> {
    const connection = new SmtpConnection(port);
    await connection.#replies(1);
    await connection.#say("EHLO bench.example\r\n", 1);
    return connection;
  }

  /** Sends a mail with CRLF line ends; resolves at the 250, when the server is responsible for it. */
  async send(from: string, to: string, mail: string): Promise<void> {
    await this.#say(`MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`, 3);
    await this.#say(`${mail}\r\n.\r\n`, 1);
  }

  close(): void {
    this.#socket.destroy();
  }

  #say(text: string, replies: number): Promise<void> {
    this.#socket.write(text, "latin1");
    return this.#replies(replies);
  }

  #replies(count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting = { count, resolve, reject };
      this.#take("");
    });
  }

  #take(text: string): void {
    this.#text += text;
    for (let end = this.#text.indexOf("\r\n"); end >= 0 && this.#waiting; end = this.#text.indexOf("\r\n")) {
      const line = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 2);
      if (line[3] === "-") continue;
      if (line[0] !== "2" && line[0] !== "3") this.#waiting.reject(new Error(`The mail server answered: ${line}`));
      this.#waiting.count -= 1;
      if (this.#waiting.count > 0) continue;
      const { resolve } = this.#waiting;
      this.#waiting = null;
      resolve();
    }
  }
}
