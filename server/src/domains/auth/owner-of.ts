import { createHash } from "node:crypto";

/** What the mark of a browser says of the person who has signed in there, and a job of who asks: nothing that names them. */
export function ownerOf(userId: string): string {
  return createHash("sha256").update(`device:${userId}`).digest("hex").slice(0, 16);
}
