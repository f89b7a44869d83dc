import { refusalOf } from "./failure.ts";

interface SendFileOptions<Answer> {
  url: string;
  file: Blob;
  /** Called with 0 to 1 as the bytes are sent. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** Recognizes the server's response for a stored file. */
  isAnswer: (response: unknown) => response is Answer;
}

/**
 * Sends a file as a request's whole body and rejects with the typed client's errors. Uses XMLHttpRequest because
 * `fetch` does not report upload progress.
 */
export function sendFile<Answer>(options: SendFileOptions<Answer>): Promise<Answer> {
  const { url, file, onProgress, signal, isAnswer } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (request.status === 200 && isAnswer(request.response)) resolve(request.response);
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

/** Says what a file's content looks like when it contradicts its name, or that it is unknown. */
export function contentWords({ filename, actual }: { filename: string; actual: string | null }): string {
  if (actual !== null) return `It looks like a .${actual} file.`;
  const ending = /\.[^.]+$/.exec(filename)?.[0].toLowerCase() ?? "readable";
  return `It is no ${ending} file, or a broken one: see whether it opens.`;
}
