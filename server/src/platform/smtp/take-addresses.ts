import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { readPath } from "./read-path.ts";

const parseCommand = SMTPConnection.prototype._parseAddressCommand;
/** What the library reads in the place of a path: it would refuse what people have. */
const placeholders: Readonly<Record<string, string>> = { "mail from": "<>", "rcpt to": "<a@path.invalid>" };

/**
 * Lets the receiver take addresses as people have them. The library refuses dots at odd places, blanks and signs in quotes, and
 * domains with "_", and nobody whose address is like that could write to a store.
 */
export function takeAddressesAsTheyAre(): void {
  SMTPConnection.prototype._parseAddressCommand = parseAddressCommand;
}

function parseAddressCommand(
  this: SMTPConnection,
  name: string,
  command: Buffer | string,
): ReturnType<typeof parseCommand> {
  const line = command.toString();
  const colon = line.indexOf(":") + 1;
  const path = readPath(line.slice(colon));
  const placeholder = placeholders[name];
  if (path === null || placeholder === undefined) return false;
  const parsed = parseCommand.call(this, name, `${line.slice(0, colon)}${placeholder}${path.parameters}`);
  const isSender = name === "mail from";
  if (!parsed || (isSender && /^postmaster$/i.test(path.address))) return false;
  return { ...parsed, address: path.address };
}
