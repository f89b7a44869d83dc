import type { Upload } from "@deskhand/contract/messages";
import { uploadUrl } from "@deskhand/contract/pages";
import { refusalOf } from "../../../lib/failure.ts";

interface UploadFileOptions {
  ticketId: string;
  /** A second request with the same key returns what the first did. */
  key: string;
  file: Blob;
  filename: string;
  /** Called with 0 to 1 while its bytes go out. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a file to the server; rejects as the typed client does. `fetch` does not report how much has gone out. */
export function uploadFile({ ticketId, key, file, filename, onProgress, signal }: UploadFileOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", uploadUrl(ticketId, { filename, key }));
    request.responseType = "json";
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (request.status === 200 && isUpload(request.response)) resolve(request.response);
      else reject(refusalOf(request.status, request.response));
    });
    const lose = () => reject(new TypeError("The connection was lost"));
    request.addEventListener("error", lose);
    request.addEventListener("timeout", lose);
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

function isUpload(answer: unknown): answer is Upload {
  return typeof answer === "object" && answer !== null && "id" in answer && "fileSize" in answer;
}
