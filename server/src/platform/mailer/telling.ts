import type { Composed } from "./sign-mail.ts";

/** What is told of a mail on its way. */
export type Told = {
  /** Called when the server has let us in and the mail is about to be named to it. */
  isLetIn(): void;
  /** Called when the mail's content begins to go over. */
  contentBegins(): void;
};

/**
 * A plug-in of nodemailer that calls what a mail has `told`. The mail is made when a connection is ready for it, and piped into that,
 * and so flows, once the server has answered DATA. To be used behind those that change the mail.
 */
export function telling({ data, message }: Composed, done: (error?: Error | null) => void): void {
  const told = "told" in data && isTold(data.told) ? data.told : null;
  if (told) {
    message.processFunc((mail) => {
      told.isLetIn();
      return mail.once("resume", () => told.contentBegins());
    });
  }
  done();
}

function isTold(value: unknown): value is Told {
  return value instanceof Object && "isLetIn" in value && "contentBegins" in value;
}
