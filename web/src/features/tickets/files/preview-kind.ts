/** How a file may be shown before it is downloaded. */
export type PreviewKind = "image" | "pdf";

const kinds: readonly [RegExp, PreviewKind][] = [
  [/^image\/(?:png|apng|jpe?g|pjpeg|gif|webp|avif|hei[cf]|(?:x-)?tiff?)$/i, "image"],
  [/^application\/(?:x-)?pdf$/i, "pdf"],
];
const endings: readonly [RegExp, PreviewKind][] = [
  [/\.(?:png|apng|jpe?g|jfif|gif|webp|avif|hei[cf]|tiff?)$/i, "image"],
  [/\.pdf$/i, "pdf"],
];

/**
 * Returns how a file may be shown, judged by its name and declared type, or null. This is only a hint: the server
 * checks the content and shows nothing mislabelled.
 */
export function previewKind({ mimeType, filename }: { mimeType: string; filename: string }): PreviewKind | null {
  const byType = kinds.find(([type]) => type.test(mimeType));
  if (byType) return byType[1];
  // Mail programs send unknown types as octet-stream.
  if (mimeType !== "application/octet-stream") return null;
  return endings.find(([ending]) => ending.test(filename))?.[1] ?? null;
}
