import { createHmac, randomInt } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { deriveKey } from "../../../platform/crypto.ts";

/** Base 32 without look-alikes; 12 of them are 59 bits. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const length = 12;

/** New recovery codes, as "abcd-efgh-jkmn", to be shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () => {
    const signs = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
    return signs.replace(/(.{4})(?=.)/g, "$1-");
  });
}

/** What is kept of a recovery code: by a key that is not in the database, so that a copy of the tables tells none of them. */
export function hashRecoveryCode(secret: string, userId: string, code: string): string {
  const bare = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  return createHmac("sha256", deriveKey(secret, "recovery-codes")).update(`${userId} ${bare}`).digest("base64url");
}
