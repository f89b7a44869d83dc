import { codeOf } from "../error-code.ts";

/** What can be wrong with an IMAP server. */
export type ImapFaultKind = "host" | "unreachable" | "encryption" | "certificate" | "password" | "folder" | "protocol";

/** An IMAP server could not be used; `said` is the beginning of its own words, if it had some. */
export class ImapFault extends Error {
  override readonly name = "ImapFault";
  readonly kind: ImapFaultKind;
  readonly said: string | null;

  constructor(kind: ImapFaultKind, said: string | null = null, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
    this.said = said;
  }
}

const mostSaid = 300;

/** What servers say of a certificate that proves nothing, as Node calls it. */
const certificateCodes =
  /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_)/;
/** What comes of speaking TLS to a server that does not, or that speaks none that is still safe. */
const encryptionCodes = /^(?:ERR_SSL_|EPROTO$|UPGRADE_TIMEOUT$|ClosedAfterConnectTLS$|STARTTLS_INJECTION$)/;
const unreachableCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|CONNECT_TIMEOUT|GREETING_TIMEOUT|ETIMEOUT|NoConnection|EConnectionClosed|ClosedAfterConnectText)$/;

/** Says what is wrong by an error of the IMAP client; `step` is what was being done. */
export function faultOf(error: unknown, step: "connect" | "open" | "use"): ImapFault {
  if (error instanceof ImapFault) return error;
  const { authenticationFailed, tlsFailed, mailboxMissing, responseStatus, responseText, response } = detailsOf(error);
  const said = shown(responseText ?? response);
  if (authenticationFailed) return new ImapFault("password", said, error);
  if (tlsFailed) return new ImapFault("encryption", said, error);
  if (mailboxMissing || (step === "open" && responseStatus === "NO")) return new ImapFault("folder", said, error);
  const code = codeOf(error) ?? "";
  if (certificateCodes.test(code)) return new ImapFault("certificate", null, error);
  if (encryptionCodes.test(code)) return new ImapFault("encryption", null, error);
  if (unreachableCodes.test(code)) return new ImapFault("unreachable", said, error);
  return new ImapFault("protocol", said, error);
}

type Details = Partial<Record<"authenticationFailed" | "tlsFailed" | "mailboxMissing", boolean>> &
  Partial<Record<"responseStatus" | "responseText" | "response", unknown>>;

function detailsOf(error: unknown): Details {
  return typeof error === "object" && error !== null ? error : {};
}

/** A server's words on one line, without what looks like an address of the web: an admin might follow it. */
function shown(words: unknown): string | null {
  if (typeof words !== "string") return null;
  const line = words.slice(0, 4 * mostSaid).toWellFormed();
  const plain = line.replace(/https?:\/\/\S+/gi, "").replace(/[\p{Cc}\s]+/gu, " ");
  return plain.trim().slice(0, mostSaid) || null;
}
