import type { AccessLevel } from "@deskhand/contract/vocabulary";

/** Whether everybody of the store may see what has this level. */
export function isOpenToAll(level: AccessLevel): boolean {
  return level === "all-agents";
}

/**
 * Whether a resource's file goes with the reply instead of a link: a private one's link would open for nobody outside. It
 * also goes when the reply names the file and has no link to it, because the resource was private when the reply was
 * written and has become public since.
 */
export function goesAsFile(
  { isPublic, fileName, fileUrl }: { isPublic: boolean; fileName: string; fileUrl: string },
  reply: string,
): boolean {
  return !isPublic || (reply.includes(fileName) && !reply.includes(fileUrl));
}

/** What browsers only ever show or play, whatever a file says of itself; everything else is downloaded. */
const shownInline = [
  ...["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "application/pdf"],
  ...["audio/mpeg", "audio/ogg", "audio/wav", "audio/x-m4a", "video/mp4", "video/webm"],
];

/** Whether a file of this kind, known from its bytes, may be shown by the browser. */
export function isShownInline(contentType: string): boolean {
  return shownInline.includes(contentType);
}
