import { extname } from "node:path";
import type { ResourceType } from "@deskhand/contract/vocabulary";
import { fileTypeFromFile } from "file-type";
import { fail } from "../../platform/fail.ts";
import { checkContent } from "../../platform/storage/check-content.ts";

type Kind = { type: ResourceType; contents: readonly string[]; contentType: string };

const jpeg: Kind = { type: "image", contents: ["jpg"], contentType: "image/jpeg" };
/** By the endings that are accepted (docs/product.md#files-of-resources), as what their content must be recognised. */
const accepted = new Map<string, Kind>([
  ["pdf", { type: "pdf", contents: ["pdf"], contentType: "application/pdf" }],
  ["doc", { type: "document", contents: ["cfb"], contentType: "application/msword" }],
  [
    "docx",
    {
      type: "document",
      contents: ["docx"],
      contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    },
  ],
  ["txt", { type: "text", contents: [], contentType: "text/plain" }],
  ["jpg", jpeg],
  ["jpeg", jpeg],
  ["png", { type: "image", contents: ["png", "apng"], contentType: "image/png" }],
  ["gif", { type: "image", contents: ["gif"], contentType: "image/gif" }],
  ["mp4", { type: "video", contents: ["mp4", "m4v"], contentType: "video/mp4" }],
  ["mp3", { type: "audio", contents: ["mp3"], contentType: "audio/mpeg" }],
]);

/** What a file is that may be a resource's, by its name and its content together; fails with what it really is. */
export async function checkResourceFile(path: string, filename: string): Promise<Kind> {
  const kind = accepted.get(extname(filename).slice(1).toLowerCase());
  const content = await checkContent(path, filename);
  if (content.verdict === "empty") throw fail("resource_file_empty", { filename });
  const actual = (await fileTypeFromFile(path).catch(() => undefined))?.ext ?? null;
  const fits = kind && (kind.type === "text" || (actual !== null && kind.contents.includes(actual)));
  if (!kind || !fits || content.verdict !== "fine") throw fail("resource_file_type", { filename, actual });
  return kind;
}
