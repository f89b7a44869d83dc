/** As what a file may be shown before it is downloaded. */
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
 * What a file may be shown as, by what its sender called it; null for all others. Only a hint: the server looks into it and
 * shows nothing that is not what it says.
 */
export function previewKind({ mimeType, filename }: { mimeType: string; filename: string }): PreviewKind | null {
  const byType = kinds.find(([type]) => type.test(mimeType));
  if (byType) return byType[1];
  // Mail programs send what they do not know as bytes of no kind.
  if (mimeType !== "application/octet-stream") return null;
  return endings.find(([ending]) => ending.test(filename))?.[1] ?? null;
}
