import type { AccessLevel } from "@deskhand/contract/vocabulary";

/** Whether everybody of the store may see a resource of this level. */
export function isOpenToAll(level: AccessLevel): boolean {
  return level === "all-agents";
}

/**
 * Whether a resource's file is attached to the reply instead of linked. A private resource's link would not open
 * outside the store. A public one's file is attached when the reply names it without a link, because the resource was
 * still private when the reply was written.
 */
export function goesAsFile(
  { isPublic, fileName, fileUrl }: { isPublic: boolean; fileName: string; fileUrl: string },
  reply: string,
): boolean {
  return !isPublic || (reply.includes(fileName) && !reply.includes(fileUrl));
}

/** Types that browsers only show or play, by content; everything else is downloaded. */
const shownInline = [
  ...["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "application/pdf"],
  ...["audio/mpeg", "audio/ogg", "audio/wav", "audio/x-m4a", "video/mp4", "video/webm"],
];

/** Whether the browser may show a file of this type, detected from its bytes. */
export function isShownInline(contentType: string): boolean {
  return shownInline.includes(contentType);
}
