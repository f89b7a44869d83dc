import type { Upload } from "@deskhand/contract/messages";
import { uploadUrl } from "@deskhand/contract/pages";
import { sendFile } from "../../../lib/files/send-file.ts";

interface UploadFileOptions extends Pick<Parameters<typeof sendFile>[0], "file" | "onProgress" | "signal"> {
  ticketId: string;
  /** A second request with the same key returns what the first did. */
  key: string;
  filename: string;
}

/** Sends a file of a reply to the server. */
export function uploadFile({ ticketId, key, filename, ...sending }: UploadFileOptions): Promise<Upload> {
  return sendFile({ ...sending, url: uploadUrl(ticketId, { filename, key }), isAnswer: isUpload });
}

function isUpload(answer: unknown): answer is Upload {
  return typeof answer === "object" && answer !== null && "id" in answer && "fileSize" in answer;
}
